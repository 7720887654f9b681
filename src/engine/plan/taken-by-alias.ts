import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, LiveEntry } from '../../model.ts';
import { knownKey } from './known-key.ts';

/**
 * That what is live has no name of its own, and is taken for a declared entry by another field, such as the URL of a hook: nothing shows that
 * it is what somebody wrote this entry for. Of what a version of the platform gives no names to, that field is the name.
 */
export function takenByAlias(
  kind: Kind,
  address: string,
  declared: Declared,
  live: LiveEntry,
  version: string,
): readonly Diagnostic[] {
  const names = [declared.key, knownKey(kind, declared, version)].map((key) => identity(kind, key));
  if (live.alias === undefined || live.alias !== declared.alias || names.includes(identity(kind, live.key))) return [];
  const becomes = declared.state === 'absent' ? 'is removed' : 'gets its name';
  return [
    {
      ...{ severity: 'warning', code: 'takes-over', place: declared.place() },
      message: `${address} is there under no name: ${live.key} (id ${String(live.id)}), which has none, is taken for it and ${becomes}`,
      remedy: `see in GitLab whether that is meant; where it is not, give it a name of its own there, and plan again`,
    },
  ];
}
