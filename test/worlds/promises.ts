import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import type { Ended } from '../crash/program.ts';
import { rowChanges, type RowChange, type StandingRow } from './standing-rows.ts';

/** What a saved plan says of each change, as far as the promises are about it. */
export interface SavedChange {
  readonly address: string;
  readonly action: string;
  /** The addresses of the changes that come before it. */
  readonly needs: readonly string[];
  readonly calls: readonly SavedCall[];
}

/** A call of it; one that brings a secret to an entry of another section says to which. */
interface SavedCall {
  readonly method: string;
  readonly path: string;
  readonly handsOn?: { readonly to: string };
}

/** The changes of a plan that was saved in a folder; undefined where none was. */
export function savedChanges(folder: string, file: string): readonly SavedChange[] | undefined {
  try {
    const { changes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly changes: SavedChange[] };
    return changes;
  } catch {
    return undefined;
  }
}

/** "Nothing is touched that the plan did not show": the rows that changed although no change of the plan is about them. */
export function untold(before: Snapshot, after: Snapshot, changes: readonly SavedChange[]): string[] {
  return rowChanges(before, after)
    .filter((change) => !changes.some((planned) => isAbout(planned, change)))
    .map(({ before: was, after: is }) => `${told(was)} became ${told(is)}`);
}

/** "Nothing is deleted that the plan did not show": what is gone, although no change deletes or replaces it, or what it stood in. */
export function deletedUntold(before: Snapshot, after: Snapshot, changes: readonly SavedChange[]): string[] {
  const removing = changes.filter(({ action }) => action === 'delete' || action === 'replace');
  return rowChanges(before, after)
    .filter((change) => change.after === undefined && !removing.some((planned) => isAbout(planned, change)))
    .map(({ before: was }) => `${told(was)} is gone`);
}

/** What was sent to delete something, although no plan says so. */
export function deletesUntold(
  sent: readonly { readonly method: string; readonly url: string }[],
  changes: readonly SavedChange[],
): string[] {
  const planned = changes.flatMap(({ calls }) => calls).filter(({ method }) => method === 'DELETE');
  const paths = new Set(planned.map(({ path }) => path));
  return sent
    .filter(({ method }) => method === 'DELETE')
    .map(({ url }) => url.replace(/^\/api\/v4/, '').replace(/\?.*$/, ''))
    .filter((path) => !paths.has(path) && ![...paths].some((wanted) => wanted.includes('{') || wanted.includes('$')));
}

function isAbout({ address, action, calls }: SavedChange, { before, after }: RowChange): boolean {
  const places = [address, ...calls.flatMap(({ handsOn }) => handsOn?.to ?? [])];
  if ([before, after].some((row) => row !== undefined && places.some((place) => stands(place, row)))) return true;
  return after === undefined && action === 'delete' && before !== undefined && goesAlong(address, before);
}

/** Whether an address is that of the user as whom a token acts. */
function goesAlong(address: string, { goesWith = [] }: StandingRow): boolean {
  const [, username = ''] = /\/(?:user|service_account)\[([^\]]*)\]$/.exec(address) ?? [];
  return goesWith.includes(username.toLowerCase());
}

/** Whether a change's address is that of a row, or of a group or project that it stands in. */
function stands(address: string, { identity, scopes, kind, keys }: StandingRow): boolean {
  const [, type = '', path = '', rest = ''] = /^(group|project)\[([^\]]*)\](.*)$/.exec(address) ?? [];
  const at = type === '' ? 'instance' : `${type}[${path.toLowerCase()}]`;
  const own = type === '' ? address.replace(/^instance/, '') : rest;
  if (own === '') {
    const below = `${at.slice(0, -1)}/`;
    return scopes.some((scope) => scope === at || scope.replace(/^project/, 'group').startsWith(below));
  }
  if (!scopes.includes(at)) return false;
  // There is one of it.
  if (kind !== '' && keys.length === 0) return own === `/${kind}`;
  if (!own.startsWith(`/${kind}[`)) return false;
  const key = own.slice(kind.length + 2, -1);
  if (kind === 'member' || kind === 'share') return keys.includes(key.toLowerCase());
  // What shares its name with another is told apart by its number, or by its URL.
  const named = key.replace(new RegExp(`#${identity.split(' ')[1] ?? ''}$`), '');
  return keys.includes(named.replace(/ \(replaced\)$/, ''));
}

function told(row: StandingRow | undefined): string {
  if (row === undefined) return 'nothing';
  return `${row.identity} (${row.scopes.join(' or ')}/${row.kind}[${row.keys.join(' or ')}]) ${row.text}`;
}

/** The secrets that were printed. */
export function leaks({ text }: Ended, secrets: { readonly [name: string]: string }): string[] {
  return Object.entries(secrets).flatMap(([name, value]) => (text.includes(value) ? [`${name} was printed`] : []));
}

/** What others changed between the plan and its apply, and is gone after it: nobody saw what it had become. */
export function overruled(before: Snapshot, between: Snapshot, after: Snapshot): string[] {
  const theirs = new Set(
    rowChanges(before, between).flatMap(({ before: was, after: is }) => (was && is ? [is.identity] : [])),
  );
  return rowChanges(between, after).flatMap(({ before: was, after: is }) =>
    was !== undefined && is === undefined && theirs.has(was.identity) ? [`${told(was)} is gone`] : [],
  );
}

/** What an undo says that it will not bring back. */
export interface Lost {
  readonly address: string;
  readonly why: string;
}

/**
 * "An undo brings back what was": what is another than before, or is there no more, although the undo names it nowhere among what it will not bring
 * back. What was made anew stands where it stood, and what was in a group that was made waits with it for its deletion.
 */
export function notBroughtBack(before: Snapshot, after: Snapshot, lost: readonly Lost[]): string[] {
  const changes = rowChanges(before, after);
  const gone = changes.flatMap(({ before: was, after: is }) => (was !== undefined && is === undefined ? [was] : []));
  const made = changes.flatMap(({ before: was, after: is }) => (was === undefined && is !== undefined ? [is] : []));
  const anew = new Map(gone.map((was) => [was, undefined as StandingRow | undefined]));
  for (const is of made) {
    const was = gone.find((one) => anew.get(one) === undefined && isAlike(one, is));
    if (was !== undefined) anew.set(was, is);
  }
  const withItsRole = havingRoles(anew);
  const isRemade = new Set([...anew.values()]);
  const madeScopes = made.flatMap(({ kind, scopes }) => (kind === '' ? scopes : []));
  const isTold = (change: RowChange): boolean =>
    lost.some(({ address, why }) =>
      address === ''
        ? scopesOf(change).some((scope) => why.toLowerCase().includes(scope))
        : (!why.startsWith('it is made anew') &&
            [address, ...keepingItsSecret(why)].some((at) => isAbout(asDeleted(at), change))) ||
          (why.includes('has no token') && isTokenOf(address, change)),
    );
  return changes.flatMap((change) => {
    const { before: was } = change;
    if (isTold(change)) return [];
    if (was === undefined) {
      const { after: is } = change;
      const isWaiting = is?.scopes.some((scope) => madeScopes.includes(scope)) === true;
      // Of what was ever said of it GitLab keeps a row: one that is off is as none.
      const isOff = is?.kind === 'error_tracking' && is.text.includes('"active":false,"integrated":false');
      const isBot = is?.kind === 'access_token' && !is.identity.startsWith('tokens ');
      return is === undefined || isWaiting || isBot || isOff || isRemade.has(is) ? [] : [`nothing became ${told(is)}`];
    }
    const is = change.after ?? anew.get(was);
    // What has ended is looked at by nobody, and goes by itself.
    if (is === undefined) return was.text.includes('"expires_at":"2020-') ? [] : [`${told(was)} is gone`];
    const others = unlikeColumns(withItsRole(was), is, change.after === undefined ? OF_ITS_OWN : []);
    return others.length === 0 ? [] : [`${was.identity} (${was.scopes.join(' or ')}): ${others.join('; ')}`];
  });
}

/** Whether it is a token of the service account at an address. */
function isTokenOf(address: string, { before, after }: RowChange): boolean {
  const [, name] = /service_account\[(.+)\]$/.exec(address) ?? [];
  const row = after ?? before;
  return (
    (row?.kind === 'personal_access_token' || row?.kind === 'impersonation_token') &&
    row.keys.some((key) => key.startsWith(`${name ?? ''}/`))
  );
}

/** What keeps the secret of something that the undo leaves. */
function keepingItsSecret(why: string): readonly string[] {
  return why.split(', and ').flatMap((part) => /^(.+) keeps its secret$/.exec(part)?.slice(1) ?? []);
}

function scopesOf({ before, after }: RowChange): readonly string[] {
  return [before, after].flatMap((row) => row?.scopes ?? []).filter((scope) => scope !== 'instance');
}

/** Says a row with the number that its role has now, where that was made anew as well. */
function havingRoles(anew: ReadonlyMap<StandingRow, StandingRow | undefined>): (row: StandingRow) => StandingRow {
  const numberOf = ({ identity }: StandingRow): string | undefined => /^memberRoles (\d+)$/.exec(identity)?.[1];
  const numbers = new Map([...anew].map(([was, is]) => [numberOf(was), is && numberOf(is)]));
  return (row) => ({
    ...row,
    text: row.text.replace(/("member_role_id":)(\d+)/, (_, name: string, id: string) => name + (numbers.get(id) ?? id)),
  });
}

/** What is another in each that is made. */
const OF_ITS_OWN = [
  'id',
  'created_at',
  'confirmed_at',
  'deploy_key_id',
  'created_by_id',
  'token',
  'secret',
  'user_id',
  'previous_id',
  'username',
];

/** The address of something of which one field is told, as that of a deletion. */
function asDeleted(address: string): SavedChange {
  return { address: address.replace(/\.[^\].]*$/, ''), action: 'delete', needs: [], calls: [] };
}

function isAlike(one: StandingRow, other: StandingRow): boolean {
  const isShared = (some: readonly string[], others: readonly string[]): boolean =>
    some.some((word) => others.includes(word));
  const isOnly = one.keys.length === 0 && other.keys.length === 0;
  const [table, otherTable] = [one, other].map(({ identity }) => identity.replace(/ .*/, ''));
  return (
    table === otherTable &&
    one.kind === other.kind &&
    isShared(one.scopes, other.scopes) &&
    (isOnly || isShared(one.keys, other.keys))
  );
}

/** The columns in which a row is another, those within a column that holds more by their names; what nobody has set is as the platform has it. */
function unlikeColumns(was: StandingRow, is: StandingRow, own: readonly string[]): readonly string[] {
  const [before, after] = [flat(was.text), flat(is.text)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name) && before.has(name) && !own.includes(name))
    .map((name) => `${name} ${before.get(name) ?? 'unset'} → ${after.get(name) ?? 'unset'}`);
}

function flat(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const put = (at: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, one] of Object.entries(value)) put(at === '' ? name : `${at}.${name}`, one);
    // What is said to be empty is empty.
    else found.set(at, JSON.stringify(value === '' ? null : value));
  };
  put('', JSON.parse(text));
  return found;
}
