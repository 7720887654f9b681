import type { Desired } from '../model.ts';
import type { Platform } from './platform.ts';

/** Makes what a configuration counts on and does not make itself: the users that it names, and its projects with the groups above them. */
export async function populate(instance: Platform, desired: Desired): Promise<void> {
  for (const username of usernamesIn(desired)) await addUser(instance, username);
  const estate = { instance, groups: new Map<string, number>(), visibilities: visibilitiesIn(desired) };
  for (const path of projectsIn(desired)) await addProject(path, estate);
}

interface Estate {
  readonly instance: Platform;
  /** The groups that have been made, by path. */
  readonly groups: Map<string, number>;
  readonly visibilities: ReadonlyMap<string, string>;
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
  const [parent, own] = split(path);
  const above = parent === '' ? {} : { parent_id: await addGroup(parent, estate) };
  const visibility = estate.visibilities.get(path) ?? 'private';
  const id = numberOf(await estate.instance.call('POST', '/groups', { name: own, path: own, visibility, ...above }));
  estate.groups.set(path, id);
  return id;
}

async function addProject(path: string, estate: Estate): Promise<void> {
  const [parent, own] = split(path);
  const namespace = await addGroup(parent, estate);
  await estate.instance.call('POST', '/projects', { name: own, path: own, namespace_id: namespace });
}

/** What the groups are to show to whom, by their paths: a group has to be made so that those below it can stand in it. */
function visibilitiesIn({ sections }: Desired): ReadonlyMap<string, string> {
  const groups = sections.filter(({ name }) => name === 'groups').flatMap(({ entries }) => entries);
  return new Map(
    groups.flatMap(({ key, spec: { visibility } }) => (typeof visibility === 'string' ? [[key, visibility]] : [])),
  );
}

/** Everybody who is to be somewhere, or is to be there no more. */
function usernamesIn({ sections }: Desired): readonly string[] {
  const named = sections
    .filter(({ name }) => name === 'members')
    .flatMap(({ entries }) => entries.map(({ key }) => key));
  return [...new Set(named)].sort();
}

function projectsIn({ sections }: Desired): readonly string[] {
  return sections.filter(({ name }) => name === 'projects').flatMap(({ entries }) => entries.map(({ key }) => key));
}

function split(path: string): readonly [parent: string, own: string] {
  const cut = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, cut)), path.slice(cut + 1)];
}

function numberOf({ id }: { readonly [name: string]: unknown }): number {
  if (typeof id !== 'number') throw new Error('The instance has made something without an id.');
  return id;
}
