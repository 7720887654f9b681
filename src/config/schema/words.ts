import { isAlwaysThere } from '../../always-there.ts';
import type { Kind, PropertySchema } from '../../kind.ts';
import type { ScopeType } from '../../model.ts';

/** The kinds whose sections stand in a scope. */
export function kindsIn(kinds: readonly Kind[], scope: ScopeType): readonly Kind[] {
  return kinds.filter((kind) => kind.host === undefined && kind.scopes.includes(scope));
}

/** What a reader calls one entry of a kind: `saml link`. */
export function noun(kind: Kind): string {
  return kind.singular.replaceAll('_', ' ');
}

/** The schema of a kind's field; undefined where it has none of that name. */
export function fieldSchema(kind: Kind, name: string): PropertySchema | undefined {
  const fields: { readonly [name: string]: PropertySchema } = kind.schema.properties;
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The sections of a scope that can be pruned: those that may hold none, and no scopes, and that are known whole. */
export function prunable(kinds: readonly Kind[], scope: ScopeType): readonly string[] {
  return maybeEmpty(kindsIn(kinds, scope).filter(({ reads }) => !reads.ofNamed));
}

function maybeEmpty(kinds: readonly Kind[]): readonly string[] {
  return kinds.filter((kind) => !isAlwaysThere(kind)).map((kind) => kind.section);
}

/** The words that every entry of a kind understands beside its own fields; where a kind has a field of that name, the field wins. */
export function engineWords(kinds: readonly Kind[], kind: Kind): { readonly [word: string]: PropertySchema } {
  const all: { [word: string]: PropertySchema } = {};
  if (!isAlwaysThere(kind)) {
    if (kind.calls.remove !== undefined || kind.host === undefined)
      all['state'] = {
        enum: ['present', 'absent'],
        default: 'present',
        description: 'Whether it is to be there. `absent` removes it.',
      };
    all['protect'] = {
      type: 'boolean',
      default: false,
      description: 'Refuses every plan that would delete or replace it.',
    };
  }
  if (kind.host?.moves !== undefined) {
    all['previously'] = {
      type: 'string',
      minLength: 1,
      description:
        'Its earlier full path: a rename or a move instead of a removal and a creation. What had that path is brought back where it waits for its deletion.',
    };
  }
  if (kind.identity.renames)
    all['previously'] = {
      type: 'string',
      minLength: 1,
      description: 'Its earlier name: a rename instead of a removal and a creation.',
    };
  if (kind.host !== undefined) {
    all['prune'] = pruneWord(kinds, kind.host.type);
    all['ignore'] = ignoreWord(kinds, kind.host.type);
  }
  if (kind.host?.findPendingDeletion !== undefined) {
    all['restore'] = {
      anyOf: [{ enum: [true] }, { type: 'integer', minimum: 1 }],
      description: 'Brings back what waits for its deletion: the only one that had this path, or the one with this id.',
    };
  }
  return Object.fromEntries(Object.entries(all).filter(([word]) => !(word in kind.schema.properties)));
}

/** The schema of `prune` in a scope. */
export function pruneWord(kinds: readonly Kind[], scope: ScopeType): PropertySchema {
  return {
    type: 'array',
    description:
      'The sections in which whatever is not declared is removed. A section that is not written is never pruned.',
    items: { enum: prunable(kinds, scope) },
  };
}

/** The schema of `ignore` in a scope: by section, globs for the names of what is meant to live there undeclared. */
export function ignoreWord(kinds: readonly Kind[], scope: ScopeType): PropertySchema {
  const groups =
    scope === 'project' ? [] : kinds.filter(({ host }) => host?.type === 'group').map(({ section }) => section);
  const names = [...maybeEmpty(kindsIn(kinds, scope)), ...groups];
  return {
    type: 'object',
    description:
      'What is meant to live here undeclared, by section, as globs over names (of groups: over full paths). It is neither drift nor pruned.',
    properties: Object.fromEntries(names.map((name) => [name, globs(name)])),
  };
}

function globs(section: string): PropertySchema {
  return {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    description: `Which of \`${section}\` are meant to live here undeclared, as globs.`,
  };
}
