import type { ConfigurationEdit } from '../../configuration-edit.ts';
import type { Change, Plan } from '../../model.ts';
import { differingFields } from '../plan/kept-fields.ts';

/** What keeps a plan of an edited configuration from agreeing with the one before. */
export interface Disagreement {
  readonly why: string;
  /** The edits of what it speaks of, each with what it says of that: as a rule one of them is the cause. */
  readonly suspects: ReadonlyMap<ConfigurationEdit, string>;
}

/**
 * What a plan of the edited configuration has beside what is left of the one before; undefined where it has nothing else: what was edited is no
 * difference any more, nothing differs that did not, and no error is there that was not.
 */
export function disagreement(before: Plan, after: Plan, edits: readonly ConfigurationEdit[]): Disagreement | undefined {
  const known = new Set(differencesOf(before).map(({ what }) => what));
  for (const edited of edits.flatMap(differencesEnded)) known.delete(edited);
  const errors = new Set(errorsOf(before));
  const kept = edits.filter(({ does }) => does === 'keep');
  const differing = differencesOf(after).filter(
    // What a default says of a group that is kept is compared for the first time: whatever differs in it is the next to be edited.
    ({ what, address }) => !known.has(what) && !kept.some((edit) => isWithin(address, edit.address)),
  );
  const wrong = errorsOf(after).filter((message) => !errors.has(message));
  const [why] = [...wrong, ...differing.map(asReason)];
  if (why === undefined) return undefined;
  const suspects = edits.flatMap((edit): readonly [ConfigurationEdit, string][] => {
    const about = wrong.find((message) => message.startsWith(`${edit.address}: `));
    if (about !== undefined) return [[edit, about.slice(edit.address.length + 2)]];
    const wanted = wrong.find((message) => isWanted(edit, message));
    if (wanted !== undefined) return [[edit, wanted]];
    const differs = differing.find(({ address }) => address === edit.address);
    return differs === undefined ? [] : [[edit, asReason(differs)]];
  });
  return { why, suspects: new Map(suspects) };
}

function isWithin(address: string, group: string): boolean {
  return address === group || address.startsWith(`${group}/`);
}

/** Whether an error is about something that wants an entry of the name of one that goes. */
function isWanted({ does, key }: ConfigurationEdit, message: string): boolean {
  return does === 'remove' && message.endsWith(` named ${key}`);
}

function asReason({ what }: Difference): string {
  return `a plan would then have a difference more, ${what}`;
}

/** Something that is not as it is declared, by the address of its entry and a text of its own. */
interface Difference {
  readonly address: string;
  readonly what: string;
}

function differencesOf({ changes, unmanaged }: Plan): readonly Difference[] {
  const undeclared = unmanaged.flatMap(({ entries = [] }) =>
    entries.map(({ address }) => ({ address, what: `${address} undeclared` })),
  );
  return [
    ...changes.flatMap((change) => ofChange(change).map((what) => ({ address: change.address, what }))),
    ...undeclared,
  ];
}

function ofChange(change: Change): string[] {
  const { address, action } = change;
  if (action === 'create' || action === 'delete') return [`${address} ${action}`];
  const fields = differingFields(change).map(({ path }) => `${address}.${path}`);
  return fields.length === 0 ? [`${address} ${action}`] : fields;
}

function differencesEnded(edit: ConfigurationEdit): string[] {
  const { address } = edit;
  switch (edit.does) {
    case 'set':
      return [...edit.values.map(({ path }) => `${address}.${path.join('.')}`), ...thereAgain(address)];
    case 'add':
      return thereAgain(address);
    case 'remove':
      return [`${address} create`];
    case 'keep':
      return [`${address} delete`];
  }
}

/** What is declared as it is live is neither undeclared any more, nor to be removed. */
function thereAgain(address: string): string[] {
  return [`${address} undeclared`, `${address} delete`];
}

function errorsOf({ diagnostics }: Plan): string[] {
  return diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}
