import { LetterIndex } from './letter-index.ts';
import { letterForms } from './secret-forms.ts';
import { readTexts } from './unescaped.ts';
import { joinedStretches, type Stretch } from './url-secrets.ts';

/** How a secret is looked for: as it is alone; in other forms as well; or by any part that gives it away, whatever stands between its letters. */
export type Thoroughness = 'as a whole' | 'encoded' | 'in parts';

/**
 * How many letters in a row of what was made at random are hidden wherever they are shown: names and values are more, and other ones, than the
 * words of a refusal, and eight of them may be a part of both. Of a long one, as a key is, so many as no two have that are of one sort.
 */
const RUN = 12;
const RUN_OF_LONG = 20;
const LONG = 200;

/** Looks for secrets in what is shown, in every form that is known of one. */
export class SecretLook {
  readonly #known = new Map<string, Thoroughness>();
  /** By their first two letters. */
  readonly #exact = new Map<string, string[]>();
  #parts = new LetterIndex();

  add(value: string, thoroughness: Thoroughness): void {
    if (this.#known.get(value) === thoroughness) return;
    this.#known.set(value, thoroughness);
    for (const form of wholeForms(value)) this.#addExact(form);
    if (thoroughness === 'as a whole') return;
    const letters = value.length > LONG ? RUN_OF_LONG : RUN;
    for (const form of letterForms(value, { letters, whole: thoroughness === 'in parts' })) this.#parts.add(form);
  }

  forget(): void {
    this.#known.clear();
    this.#exact.clear();
    this.#parts = new LetterIndex();
  }

  /** Where a text holds a secret as one writer alone would have it, by itself. */
  foundWhole(text: string): readonly Stretch[] {
    return joinedStretches(this.#wholesIn(text));
  }

  /**
   * Where a text holds a secret, however it is escaped. In an encoding, or in part, what stands around it without a blank is of it as well: the
   * letters at both ends hold bits of what is beside them.
   */
  found(text: string): readonly Stretch[] {
    if (this.#known.size === 0 || text.length < 2) return [];
    const reads = readTexts(text);
    const wholes = joinedStretches(
      reads.flatMap((read) => this.#wholesIn(read.text).map(([start, end]) => read.standing(start, end))),
    );
    const parts = reads
      .flatMap((read) => this.#parts.found(read.text).map(([start, end]) => read.standing(start, end)))
      .filter(([start, end]) => !wholes.some(([from, to]) => from <= start && end <= to));
    return parts.length === 0 ? wholes : joinedStretches([...wholes, ...parts.map((part) => wordAround(text, part))]);
  }

  #addExact(form: string): void {
    const beginning = form.slice(0, 2);
    const known = this.#exact.get(beginning);
    if (known === undefined) this.#exact.set(beginning, [form]);
    else if (!known.includes(form)) known.push(form);
  }

  #wholesIn(text: string): readonly Stretch[] {
    const stretches: Stretch[] = [];
    for (let at = 0; at + 1 < text.length; at++)
      for (const form of this.#exact.get(text.slice(at, at + 2)) ?? [])
        if (text.startsWith(form, at)) stretches.push([at, at + form.length]);
    return stretches;
  }
}

/** A value as it is, and as URLs, forms, JSON, HTML, base64 and hex write it. */
function wholeForms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  // Half of a letter, which no URL can hold, is written as another one.
  const inUrl = encodeURIComponent(bytes.toString());
  const forms = [
    value,
    ...[inUrl, inUrl.replaceAll('%20', '+'), JSON.stringify(value).slice(1, -1)],
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), hex, hex.toUpperCase()],
  ];
  return [...new Set(forms)];
}

const ENDS_WORD = /[\s"'`<>,(){}[\]|]/;

function wordAround(text: string, [start, end]: Stretch): Stretch {
  let [from, to] = [start, end];
  while (from > 0 && !ENDS_WORD.test(text.charAt(from - 1))) from--;
  while (to < text.length && !ENDS_WORD.test(text.charAt(to))) to++;
  return [from, to];
}
