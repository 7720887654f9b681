import type { Declared, Desired } from '../model.ts';
import type { Platform } from './platform.ts';
import { lastSegment, parentPath } from '../base/scope-path.ts';

/**
 * Makes what a configuration counts on and does not make itself: the users that it names, its projects with the groups above
 * them, and the groups that it renames, under their earlier paths.
 */
export async function populate(instance: Platform, desired: Desired): Promise<void> {
  for (const username of usernamesIn(desired)) {
    if (!(await instance.hasUser(username))) await addUser(instance, username);
  }
  const estate = { instance, groups: new Map<string, number>(), declared: groupsIn(desired) };
  for (const { previously } of estate.declared.values())
    if (previously !== undefined) await addGroup(previously, estate);
  for (const path of projectsIn(desired)) await addProject(earlier(path, estate), estate);
}

interface Estate {
  readonly instance: Platform;
  /** The groups that have been made, by path. */
  readonly groups: Map<string, number>;
  /** What is declared of groups, by the paths that they have before anything is applied. */
  readonly declared: ReadonlyMap<string, Declared>;
}

/** Makes a user, and returns its number. */
export async function addUser(instance: Platform, username: string): Promise<number> {
  const name = username
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
  const email = `${username}@meridian.example`;
  return numberOf(
    await instance.call('POST', '/users', {
      username,
      name,
      email,
      force_random_password: true,
      skip_confirmation: true,
    }),
  );
}

/** Makes a group and those above it, as far as they are missing, and returns its number. */
async function addGroup(path: string, estate: Estate): Promise<number> {
  const made = estate.groups.get(path);
  if (made !== undefined) return made;
  const [parent, own] = [parentPath(path), lastSegment(path)];
  const above = parent === '' ? {} : { parent_id: await addGroup(parent, estate) };
  const { name, visibility } = estate.declared.get(path)?.spec ?? {};
  const body = { name: textOr(own, name), path: own, visibility: textOr('private', visibility), ...above };
  const id = numberOf(await estate.instance.call('POST', '/groups', body));
  estate.groups.set(path, id);
  return id;
}

async function addProject(path: string, estate: Estate): Promise<void> {
  const own = lastSegment(path);
  const namespace = await addGroup(parentPath(path), estate);
  await estate.instance.call('POST', '/projects', { name: own, path: own, namespace_id: namespace });
}

function groupsIn({ sections }: Desired): ReadonlyMap<string, Declared> {
  const groups = sections.filter(({ name }) => name === 'groups').flatMap(({ entries }) => entries);
  return new Map(groups.map((group) => [group.previously ?? group.key, group]));
}

/** Where a project is before the groups above it are renamed. */
function earlier(path: string, { declared }: Estate): string {
  for (const [before, { key }] of declared) {
    if (before !== key && path.startsWith(`${key}/`)) return before + path.slice(key.length);
  }
  return path;
}

/** Everybody who is to be somewhere, or is to be there no more; who is declared with an earlier name has that one as yet, and who is declared alone is new. */
function usernamesIn({ sections }: Desired): readonly string[] {
  const entriesOf = (section: string): readonly Declared[] =>
    sections.filter(({ name }) => name === section).flatMap(({ entries }) => entries);
  const people = entriesOf('users');
  const machines = entriesOf('service_accounts');
  const made = new Set([...people, ...machines].flatMap(({ key, state }) => (state === 'present' ? [key] : [])));
  const former = people.flatMap(({ key, previously, state }) => (state === 'absent' ? [key] : (previously ?? [])));
  const holders = ['personal_access_tokens', 'impersonation_tokens'].flatMap(entriesOf);
  const named = [
    ...entriesOf('members').map(({ key }) => key),
    ...holders.map(({ spec }) => textOr('', spec['username'])),
  ];
  return [...new Set([...named.filter((name) => !made.has(name)), ...former])].sort();
}

/** Those that are to be there before: one that says how it is made is not. */
function projectsIn({ sections }: Desired): readonly string[] {
  const declared = sections.filter(({ name }) => name === 'projects').flatMap(({ entries }) => entries);
  return declared.flatMap(({ key, spec }) => (spec['create'] === undefined ? [key] : []));
}

function textOr(usual: string, value: unknown): string {
  return typeof value === 'string' ? value : usual;
}

function numberOf({ id }: { readonly [name: string]: unknown }): number {
  if (typeof id !== 'number') throw new Error('The instance has made something without an id.');
  return id;
}
