import type { Diagnostic } from '../../base/diagnostic.ts';
import { lastSegment } from '../../base/scope-path.ts';
import type { Value } from '../../model.ts';
import type { Draft } from './draft.ts';

/** A name or path that somebody has, and keeps. */
export function slotTaken(draft: Draft, slot: string, by: string, standing: string | undefined): Diagnostic {
  const { change, declared } = draft;
  const { what, taken } = slotInWords(draft, slot);
  return {
    severity: 'error',
    code: 'taken',
    message: `${change.address} cannot have the ${what} ${taken}: ${by} has it, and keeps it`,
    place: declared?.place(),
    remedy:
      what === 'name'
        ? `${perhapsTheSame(change.action, standing)}declare another \`name\` for one of them: below one group no two groups have the same`
        : `choose another ${what}, or move what is there away first`,
  };
}

/** What is to be deleted goes in its own time, and keeps its path until then. */
export function slotKept(draft: Draft, slot: string, by: string): Diagnostic {
  const { what, taken } = slotInWords(draft, slot);
  return {
    severity: 'error',
    code: 'taken',
    message: `${draft.change.address} cannot have the ${what} ${taken} yet: ${by} is to be deleted, and GitLab keeps it taken until that is gone for good`,
    place: draft.declared?.place(),
    remedy: `apply the deletion alone, and the rest once it is gone; or choose another ${what}`,
  };
}

/** What a slot is, and of which name, in the words of what would take it. */
function slotInWords(
  { kind, declared, live, key }: Draft,
  slot: string,
): { readonly what: string; readonly taken: string } {
  const [what = '', ...rest] = slot.slice(slot.indexOf(' ') + 1).split(' ');
  const taken = asWritten(rest.join(' '), [declared?.spec[what], live?.spec[what], lastSegment(key)]);
  return { what: kind.host === undefined && kind.shape.type === 'map' ? kind.shape.name : what, taken };
}

/** What nobody declares, and has the name of what is to be made, may be just that. */
function perhapsTheSame(action: Draft['change']['action'], standing: string | undefined): string {
  if (action !== 'create' || standing === undefined) return '';
  return `if it is the same one, renamed by hand, write \`previously: ${standing}\`; else `;
}

/** A name that was folded to be compared, by the first of these spellings that is one of it. */
function asWritten(folded: string, spellings: readonly (Value | undefined)[]): string {
  const written = spellings.filter((one) => typeof one === 'string');
  return written.find((one) => one.toLowerCase() === folded) ?? folded;
}
