import type { PropertySchema } from '../../kind.ts';
import type { Attributes, Value } from '../../model.ts';

/** An old name of an attribute, and what its value is under the new one. */
interface OldName {
  readonly to: string;
  readonly value: (old: Value) => Value;
}

const level = (on: Value): Value => (on === true ? 'enabled' : 'disabled');
const same = (value: Value): Value => value;

/** The old switches and lists: PUT /projects/:id takes them as the same thing, and GET shows both (18.9). */
const OLD_NAMES: { readonly [name: string]: OldName } = {
  issues_enabled: { to: 'issues_access_level', value: level },
  merge_requests_enabled: { to: 'merge_requests_access_level', value: level },
  wiki_enabled: { to: 'wiki_access_level', value: level },
  jobs_enabled: { to: 'builds_access_level', value: level },
  snippets_enabled: { to: 'snippets_access_level', value: level },
  container_registry_enabled: { to: 'container_registry_access_level', value: level },
  emails_disabled: { to: 'emails_enabled', value: (off) => off !== true },
  public_builds: { to: 'public_jobs', value: same },
  tag_list: { to: 'topics', value: same },
};

/** The schemas of the old names. */
export const oldNameSchemas: { readonly [name: string]: PropertySchema } = Object.fromEntries(
  Object.entries(OLD_NAMES).map(([name, { to }]) => [
    name,
    {
      ...(name === 'tag_list' ? { type: 'array', items: { type: 'string' }, 'x-set': true } : { type: 'boolean' }),
      description: `The old name of ${to}.`,
      deprecated: true,
      'x-replacement': to,
    },
  ]),
);

/** Attributes under their new names; where both are there, the new one counts, as it does for the platform. */
export function withoutOldNames(spec: Attributes): Attributes {
  const renamed: { [name: string]: Value | undefined } = {};
  for (const [name, value] of Object.entries(spec)) {
    const old = Object.hasOwn(OLD_NAMES, name) ? OLD_NAMES[name] : undefined;
    if (old === undefined) renamed[name] = value;
    else if (value !== undefined && value !== null && spec[old.to] === undefined) renamed[old.to] = old.value(value);
  }
  return renamed;
}
