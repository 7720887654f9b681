import { hasErrors } from '../base/diagnostic.ts';
import { placeText, type Place } from '../base/place.ts';
import { permittingFlag } from '../engine/guard/permitting-flag.ts';
import type { Answer, FieldAnswer, FieldLayer, Undeclared, Wanted } from '../engine/why/answer.ts';
import { isMap } from '../base/shape.ts';
import type { Json, Plan, Refusal, Touch } from '../model.ts';
import { changeText, usualColumns, type ChangeTextOptions, type TextOptions } from './change-text.ts';
import { diagnosticBlocks } from './diagnostics.ts';
import { touchText } from './drift-text.ts';
import { sideText } from './field-text.ts';
import { sourceExcerpt } from './source-excerpt.ts';
import { visible } from './visible.ts';
import { padded, shortened, width } from './width.ts';

const indent = '  ';
const widestValue = 60;

/** Why one thing, or one field of it, is as it is, for people: what is wanted and whence, what is live and who touched it, and what a plan would do. */
export function whyText(answer: Answer, plan: Plan, touch: Touch | undefined, options: ChangeTextOptions): string {
  const { paint, columns } = options;
  const asked = answer.field === undefined ? answer.address : `${answer.address}.${answer.field}`;
  const blocks = [
    [paint.strong(visible(asked))],
    wantedLines(answer, options),
    liveLines(answer, plan, touch, options),
    ...(answer.field === undefined ? [fieldsLines(answer, options)] : []),
    changeLines(answer, plan, options),
    ...diagnosticBlocks(plan.diagnostics, paint, columns).map((text) => [text.trimEnd()]),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** What is wanted, and by which line: that of a field with all the layers that it was taken from. */
function wantedLines({ wanted, field, fields }: Answer, options: TextOptions): readonly string[] {
  if (wanted.state === 'undeclared') return [`Wanted: ${undeclaredText(wanted)}`, ...lineOf(wanted.because, options)];
  if (wanted.state === 'absent')
    return ['Wanted: nothing, it is declared absent', ...excerptLines(wanted.place, options)];
  const [asked] = fields;
  if (field === undefined || asked === undefined)
    return [`Wanted: declared ${originText(wanted.pattern)}`, ...excerptLines(wanted.place, options)];
  return fieldWantedLines(asked, options);
}

function fieldWantedLines({ wanted, layers, differs }: FieldAnswer, options: TextOptions): readonly string[] {
  const at = layers.findIndex(({ value }) => value !== undefined);
  const first = layers[at];
  if (first === undefined)
    return [
      differs
        ? 'Wanted: the field is not declared; what else is declared of it changes it'
        : 'Wanted: nothing, the field is not declared, and is left as it is',
      ...layers.flatMap((layer) => silentLine(layer)),
    ];
  const isTaken = wanted === undefined && first.value === null;
  const head = isTaken
    ? `Wanted: nothing, null takes the default away ${originText(first.pattern)}`
    : `Wanted: ${visible(sideText(wanted))}, ${originText(first.pattern)}`;
  const others = layers.filter((_, index) => index !== at);
  return [
    head,
    ...excerptLines(first.place, options),
    ...others.flatMap((layer) => otherLine(layer, first.value, layers.indexOf(layer) < at)),
  ];
}

/** What another layer says, which does not count, or which is merged with what does. */
function otherLine(layer: FieldLayer, first: Json | undefined, isBefore: boolean): readonly string[] {
  const { pattern, place, value } = layer;
  if (value === undefined) return isBefore && pattern === undefined ? [] : silentLine(layer);
  const does = isMap(first) && isMap(value) ? 'is merged with' : 'is overruled:';
  return [
    `${indent}default ${visible(quoted(pattern))} ${does} ${visible(sideText(value))}  (${visible(placeText(place))})`,
  ];
}

function silentLine({ pattern, place }: FieldLayer): readonly string[] {
  if (pattern === undefined) return [];
  return [`${indent}default ${visible(quoted(pattern))} fits, and says nothing of it  (${visible(placeText(place))})`];
}

function quoted(pattern: string | undefined): string {
  return `'${pattern ?? ''}'`;
}

function originText(pattern: string | undefined): string {
  return pattern === undefined ? 'by its own entry' : `by the default ${visible(quoted(pattern))}`;
}

/** Why nothing is wanted of what nobody declares. */
export function undeclaredText({ section, because }: Extract<Wanted, { state: 'undeclared' }>): string {
  const at = visible(section);
  switch (because.code) {
    case 'scope':
      return 'not declared; groups and projects are never pruned, so that it is left alone';
    case 'unwritten':
      return `not declared; ${at} is not written at all, so that no plan looks at it`;
    case 'additive':
      return `not declared; ${at} is additive, so that it is left alone`;
    case 'handed':
      return `declared by ${visible(because.from)} alone, whose secret goes there when it is made`;
    case 'ignored':
      return `not declared; \`ignore\` leaves ${visible(because.glob)} alone in ${at}`;
    case 'pruned':
      return `not declared; ${at} is pruned, so that it is to go`;
    case 'kept':
      return `not declared; ${at} is pruned, and this is kept: ${visible(because.why)}`;
  }
}

function lineOf(because: Undeclared, options: TextOptions): readonly string[] {
  const place = 'place' in because ? because.place : undefined;
  return place === undefined ? [] : excerptLines(place, options);
}

/** The place, and the line itself with what is meant in it. */
function excerptLines(place: Place, { paint, columns = usualColumns }: TextOptions): readonly string[] {
  const at = `${indent}${visible(placeText(place))}`;
  if (place.text === undefined || place.text === '') return [at];
  const number = `${indent}${place.line} | `;
  const { line, carets } = sourceExcerpt(place.text, place.column, place.length ?? 1, columns - number.length);
  return [
    at,
    `${paint.faint(number)}${line}`,
    `${paint.faint(`${' '.repeat(number.length - 2)}| `)}${paint.strong(carets)}`,
  ];
}

function liveLines(answer: Answer, plan: Plan, touch: Touch | undefined, options: TextOptions): readonly string[] {
  const { live, field, fields } = answer;
  const [asked] = fields;
  const by = touch === undefined ? nobodyText : touchText(touch);
  switch (live.state) {
    case 'unknown':
      return [`Live: unknown${hasErrors(plan.diagnostics) ? ', as told below' : ''}`];
    case 'missing':
      return ['Live: it is not there', options.paint.faint(`${indent}${by}`)];
    case 'there': {
      const value = field === undefined || asked === undefined ? 'it is there' : liveText(asked);
      const details = [
        live.id === undefined ? [] : `id ${live.id}`,
        live.key === undefined ? [] : `as ${visible(live.key)}`,
        live.leaving === undefined ? [] : visible(live.leaving),
      ].flat();
      const where = details.length === 0 ? '' : ` (${details.join(', ')})`;
      return [`Live: ${value}${where}`, options.paint.faint(`${indent}${by}`), ...notComparedLines(field, asked)];
    }
  }
}

/** No event is no name. */
const nobodyText = 'nobody is named: no audit event that this token may read tells who touched it';

function liveText({ live, unverifiable }: FieldAnswer): string {
  return live === undefined || unverifiable === 'hidden' ? 'GitLab does not show it' : visible(sideText(live));
}

function notComparedLines(field: string | undefined, asked: FieldAnswer | undefined): readonly string[] {
  const why = field === undefined || asked === undefined ? undefined : unverifiableText(asked);
  return why === undefined ? [] : [`${indent}${why}`];
}

/** Why nobody can say whether a field is as declared; undefined where it was compared. */
export function unverifiableText({ unverifiable }: Pick<FieldAnswer, 'unverifiable'>): string | undefined {
  if (unverifiable === undefined) return undefined;
  return unverifiable === 'hidden'
    ? 'not compared: GitLab never returns it; --resend sends it again, and a ledger remembers what was sent'
    : 'not compared: the answer of GitLab lacks it, in this version or licence, or for this token';
}

/** All fields, below each other: what is wanted, where it comes from, and what is live where that is not the same. */
function fieldsLines({ wanted, fields }: Answer, { paint }: TextOptions): readonly string[] {
  if (fields.length === 0 || wanted.state === 'absent') return [];
  const widest = Math.min(32, Math.max(...fields.map(({ path }) => width(visible(path)))));
  const line = (field: FieldAnswer): string => {
    const name = padded(visible(field.path), widest);
    if (wanted.state === 'undeclared')
      return `${indent}${name}  ${shortened(visible(sideText(field.live)), widestValue)}`;
    const from = whenceText(field);
    return `${indent}${name}  ${comparedText(field)}${from === '' ? '' : `  ${paint.faint(`(${from})`)}`}`;
  };
  return [wanted.state === 'undeclared' ? 'What is live:' : 'What is declared:', ...fields.map(line)];
}

function comparedText(field: FieldAnswer): string {
  const [said, is] = [field.wanted, field.live].map((value) => shortened(visible(sideText(value)), widestValue));
  if (field.unverifiable !== undefined) return `${said ?? ''}, not compared`;
  return field.differs ? `${said ?? ''}, live ${is ?? ''}` : (said ?? '');
}

function whenceText({ layers }: FieldAnswer): string {
  const [first, ...behind] = layers.filter(({ value }) => value !== undefined);
  if (first === undefined) return '';
  const over = behind.map(({ pattern }) => visible(quoted(pattern)));
  const from = first.pattern === undefined ? [] : [`default ${visible(quoted(first.pattern))}`];
  return [visible(placeText(first.place)), ...from, ...(over.length > 0 ? [`before ${over.join(', ')}`] : [])].join(
    ', ',
  );
}

function changeLines(answer: Answer, plan: Plan, options: ChangeTextOptions): readonly string[] {
  const { change, differs, field, joint, waiting, refusals } = answer;
  if (change === undefined) return [nothingText(answer)];
  const head = differs
    ? 'A plan would change it:'
    : `Nothing to change in ${visible(field ?? '')}. A plan would change other parts of ${visible(answer.address)}:`;
  return [
    head,
    ...changeText(change, { ...options, verbose: true }, joint),
    ...(waiting.length > 0 ? [`${indent}What was looked at and waits for it: ${waiting.map(visible).join(', ')}`] : []),
    ...refusals.map((refusal) => options.paint.error(`${indent}${refusalText(refusal, plan)}`)),
  ];
}

function refusalText({ guard, message, addresses, instead }: Refusal, { changes }: Plan): string {
  const help = instead ?? `${permittingFlag({ guard, addresses }, changes)} permits it for one run`;
  return `The guard ${guard} would refuse it: ${visible(message)}; ${visible(help)}`;
}

function nothingText({ live, wanted, fields }: Answer): string {
  if (live.state === 'unknown') return 'Whether it differs is not known.';
  if (wanted.state === 'undeclared' || fields.every((field) => field.wanted === undefined)) return 'Nothing to change.';
  const open = fields.filter(({ unverifiable }) => unverifiable !== undefined).map(({ path }) => visible(path));
  return open.length === 0
    ? 'Nothing to change: it is as the repository says.'
    : `Nothing to change, as far as can be seen: ${open.join(', ')} ${open.length === 1 ? 'was' : 'were'} not compared.`;
}
