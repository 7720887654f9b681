import { LETTERS, letterNumber, lettersIn } from './letters.ts';
import type { LetterForm } from './secret-forms.ts';
import type { Stretch } from './url-secrets.ts';

/** So many letters are looked up at once; of these the first four in a table, where nearly all that is no secret ends. */
const GRAM = 6;
const FIRST = LETTERS ** 4;
const LAST = LETTERS ** 2;
const TABLE = 2 ** 18;

/** What repeats itself has the same letters in more places than any part of it need be known by. */
const REPEATED = 8;

/** Where one of the forms stands in a row of letters. */
interface Known {
  readonly form: LetterForm;
  readonly at: number;
}

/**
 * Finds forms of secrets in texts, by their letters alone. It keeps of each form only as many places as any part that gives it away has one of,
 * and the time is that of the text, however many forms there are.
 */
export class LetterIndex {
  readonly #grams = new Map<number, Known[]>();
  #begins: Uint8Array | undefined;

  add(form: LetterForm): void {
    if (form.letters.length < GRAM) return;
    const step = Math.max(1, form.least - GRAM + 1);
    if (form.from !== undefined) this.#keep({ form, at: form.from });
    else for (let at = 0; at + GRAM <= form.letters.length; at += step) this.#keep({ form, at });
  }

  /** Where a text holds so much of a form that it gives the secret away. */
  found(text: string): readonly Stretch[] {
    if (!this.#mayHold(text)) return [];
    const { letters, places } = lettersIn(text);
    const stretches: Stretch[] = [];
    // One part has several places in the index, and is one.
    let end = 0;
    for (let at = 0; at + GRAM <= letters.length; at++)
      for (const known of at + GRAM > end ? (this.#grams.get(numberOf(letters, at)) ?? []) : []) {
        const [from, to] = reach(known, letters, at);
        if (to <= end || !givesAway(known, at - from, to - at)) continue;
        stretches.push([places[from] ?? 0, (places[to - 1] ?? 0) + 1]);
        end = to;
      }
    return stretches;
  }

  /** Whether a text holds so much of a form that it gives the secret away. */
  isIn(text: string): boolean {
    return this.found(text).length > 0;
  }

  #keep(known: Known): void {
    const number = numberOf(known.form.letters, known.at);
    this.#begins ??= new Uint8Array(TABLE);
    this.#begins[Math.floor(number / LAST) % TABLE] = 1;
    const others = this.#grams.get(number);
    if (others === undefined) this.#grams.set(number, [known]);
    else if (others.at(-REPEATED)?.form !== known.form) others.push(known);
  }

  /** Whether any letters in a row are those of a form: a text for which this says no is never taken apart. */
  #mayHold(text: string): boolean {
    const begins = this.#begins;
    if (begins === undefined || text.length < GRAM) return false;
    let [four, before, beforeThat, count] = [0, 0, 0, 0];
    for (let at = 0; at < text.length; at++) {
      const number = letterNumber(text.charCodeAt(at));
      if (number === -1) continue;
      beforeThat = before;
      before = four;
      four = (four * LETTERS + number) % FIRST;
      count++;
      if (count >= GRAM && begins[beforeThat % TABLE] === 1 && this.#grams.has(beforeThat * LAST + (four % LAST)))
        return true;
    }
    return false;
  }
}

function numberOf(letters: string, at: number): number {
  let number = 0;
  for (let letter = at; letter < at + GRAM; letter++)
    number = number * LETTERS + letterNumber(letters.charCodeAt(letter));
  return number;
}

/** How far a text is the same as a form, around one place of both. */
function reach({ form, at: inForm }: Known, letters: string, at: number): Stretch {
  let before = 0;
  while (before < Math.min(at, inForm) && letters[at - before - 1] === form.letters[inForm - before - 1]) before++;
  const most = Math.min(letters.length - at, form.letters.length - inForm);
  let behind = GRAM;
  while (behind < most && letters[at + behind] === form.letters[inForm + behind]) behind++;
  return [at - before, at + behind];
}

function givesAway({ form, at }: Known, before: number, behind: number): boolean {
  if ((form.from === undefined ? before + behind : behind) < form.least) return false;
  return !form.mayBeWord || !/^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/.test(form.written.slice(at - before, at + behind));
}
