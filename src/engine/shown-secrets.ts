import { entryAddress, sectionAddress } from '../address.ts';
import { reveal, SecretMissing } from '../api/secrets.ts';
import { Secret } from '../base/secret.ts';
import { specialFile } from '../base/special-file.ts';
import { identity } from '../kind.ts';
import type { Desired, World } from '../model.ts';
import { kindOf, type Kinds } from './kinds.ts';
import type { SecretState } from './ledger/ledger.ts';

/**
 * The state of the declared secrets that GitLab shows, by `address.field`: each is held against what stands there, in memory alone. Those
 * that it does not show, and those whose value is not to be had, are not among them.
 */
export function shownSecrets(
  desired: Desired,
  world: Pick<World, 'sections'>,
  kinds: Kinds,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, SecretState> {
  const states = new Map<string, SecretState>();
  for (const { scope, name, entries } of desired.sections) {
    const kind = kindOf(kinds, name);
    const secrets = Object.entries(kind.schema.properties).flatMap(([field, schema]) =>
      schema['x-secret'] ? [field] : [],
    );
    if (secrets.length === 0) continue;
    const live = new Map(
      (world.sections.get(sectionAddress(scope, name)) ?? []).map((entry) => [identity(kind, entry.key), entry]),
    );
    for (const { key, spec } of entries) {
      for (const field of secrets) {
        const [wanted, shown] = [spec[field], live.get(identity(kind, key))?.spec[field]];
        if (!(wanted instanceof Secret) || !(shown instanceof Secret)) continue;
        const text = textOf(wanted, env);
        if (text === undefined) continue;
        states.set(`${entryAddress(kind, scope, key)}.${field}`, shown.plainText() === text ? 'same' : 'differs');
      }
    }
  }
  return states;
}

/** The value of a secret, where it is at hand. What is no regular file, such as a pipe, is kept for the request: it could not be read again. */
export function textOf(secret: Secret, env: NodeJS.ProcessEnv): string | undefined {
  if (secret.source.type === 'file' && specialFile(secret.source.path) !== undefined) return undefined;
  try {
    return reveal(secret, env);
  } catch (error) {
    if (error instanceof SecretMissing) return undefined;
    throw error;
  }
}
