import type { NoteData, PageData, RefusalData, SaidData } from '../page-data.ts';
import { element, grouped, type Child } from './dom.ts';
import { linkTo } from './fragment.ts';
import { wayOut } from './way-out.ts';
import { worstFirst } from './worst-first.ts';

/** So many warnings are shown at once. */
const FEW = 3;

/** What one has to know before anything else, of which the longer parts are folded. */
export interface Overview {
  readonly element: HTMLElement;
  /** Opens what is folded, for paper, and gives what folds it again. */
  readonly unfold: () => () => void;
}

/** What happens, how dangerous it is, and what was not looked at. */
export function overview(data: PageData): Overview {
  const { sum, standing, risks, refusals, permitted, forecast, said, notes } = data;
  const folds = [...(said.length === 0 ? [] : [told(said)]), ...notes.map(noteFold)];
  const section = element(
    'section',
    { class: `overview ${standing}`, 'aria-labelledby': 'overview' },
    element('h2', { id: 'overview', class: 'heard' }, 'In short'),
    element('p', { class: 'sum' }, sum),
    guarded('refusals', data.refusalIntroduction, refusals),
    guarded('waived', data.permittedIntroduction, permitted),
    risks.length === 0
      ? undefined
      : element(
          'ul',
          { class: 'risks', 'aria-label': 'Risks' },
          risks.map(({ name, sentence }) =>
            element('li', {}, element('a', { class: `risk ${name}`, href: linkTo('risk', name) }, sentence)),
          ),
        ),
    worstFirst(data),
    folds.map((fold) => fold.element),
    forecast === undefined ? undefined : element('p', { class: 'forecast' }, forecast),
  );
  return {
    element: section,
    unfold: () => {
      const closed = folds.filter((fold) => !fold.element.open);
      for (const fold of closed) fold.open();
      return () => {
        for (const fold of closed) fold.element.open = false;
      };
    },
  };
}

/** What guards refuse, or would without a flag. */
function guarded(what: 'refusals' | 'waived', introduction: string, refusals: readonly RefusalData[]): Child {
  if (refusals.length === 0) return undefined;
  return element(
    'div',
    { class: what },
    element('p', {}, element('strong', {}, introduction)),
    element(
      'ul',
      {},
      refusals.map((one) =>
        element(
          'li',
          {},
          element('code', { class: 'guard' }, one.guard),
          ...wayOut(one),
          one.about === 0
            ? undefined
            : element(
                'span',
                { class: 'link' },
                '. ',
                element('a', { href: linkTo('guard', one.guard) }, `See what ${one.guard} is about`),
              ),
        ),
      ),
    ),
  );
}

/** Errors first, which are shown at once, as are warnings where they are few. */
function told(said: readonly SaidData[]): Fold {
  const errors = said.filter(({ severity }) => severity === 'error');
  const warnings = said.filter(({ severity }) => severity === 'warning');
  const counts = [
    ...(errors.length > 0 ? [`${grouped(errors.length)} ${errors.length === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings.length > 0 ? [`${grouped(warnings.length)} ${warnings.length === 1 ? 'warning' : 'warnings'}`] : []),
  ];
  const fold = folded(counts.join(', '), () =>
    element('ul', { class: 'said' }, [...errors, ...warnings].map(saidItem)),
  );
  if (errors.length > 0 || warnings.length <= FEW) fold.open();
  return fold;
}

function saidItem({ severity, code, message, place, related, remedy }: SaidData): HTMLElement {
  return element(
    'li',
    { class: severity },
    element('p', {}, element('b', {}, `${severity}[${code}]`), `: ${message}`),
    place === undefined ? undefined : element('p', {}, element('code', {}, place)),
    related.map((line) => element('p', {}, line)),
    remedy === undefined ? undefined : element('p', { class: 'remedy' }, `What to do: ${remedy}`),
  );
}

function noteFold({ headline, lines }: NoteData): Fold {
  return folded(headline, () => element('pre', {}, lines.join('\n')));
}

interface Fold {
  readonly element: HTMLDetailsElement;
  readonly open: () => void;
}

/** What is in it is made when it is opened for the first time: of a large plan these may be thousands of lines. */
function folded(summary: string, content: () => HTMLElement): Fold {
  const details = element('details', {}, element('summary', {}, summary));
  let isMade = false;
  const make = (): void => {
    if (!isMade) details.append(content());
    isMade = true;
  };
  details.addEventListener('toggle', () => {
    if (details.open) make();
  });
  return {
    element: details,
    open: () => {
      make();
      details.open = true;
    },
  };
}
