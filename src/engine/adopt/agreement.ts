import type { ConfigurationEdit } from '../../configuration-edit.ts';
import type { Change, Plan } from '../../model.ts';
import { differingFields } from '../plan/kept-fields.ts';

/**
 * Whether a plan of the edited configuration has what is left of the one before, and nothing else: what was edited is no difference any more,
 * nothing differs that did not, and no error is there that was not.
 */
export function agrees(before: Plan, after: Plan, edits: readonly ConfigurationEdit[]): boolean {
  const known = differencesOf(before);
  for (const edited of edits.flatMap(differencesEnded)) known.delete(edited);
  const errors = new Set(errorsOf(before));
  return [...differencesOf(after)].every((one) => known.has(one)) && errorsOf(after).every((one) => errors.has(one));
}

/** What is not as it is declared, each by a text of its own. */
function differencesOf({ changes, unmanaged }: Plan): Set<string> {
  const undeclared = unmanaged.flatMap(({ entries = [] }) => entries.map(({ address }) => `${address} undeclared`));
  return new Set([...changes.flatMap(ofChange), ...undeclared]);
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
