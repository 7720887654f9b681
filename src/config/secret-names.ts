import type { Kind, PropertySchema } from '../kind.ts';
import { nearest } from '../base/nearest.ts';
import { isSecretSchema } from './secrets.ts';

/** Whether what stands under a name may be a secret. */
export type IsSecretName = (name: string) => boolean;

/**
 * A test for names under which a secret may stand: the secret fields of all kinds, and of the names that no kind has,
 * those that are nearly one or look like one. A secret under a misspelt name is a secret too.
 */
export function secretNames(kinds: readonly Kind[]): IsSecretName {
  let known: Names | undefined;
  const verdicts = new Map<string, boolean>();
  return (name) => {
    const before = verdicts.get(name);
    if (before !== undefined) return before;
    // It is asked only where a line is shown, which most runs never do.
    known ??= namesOf(kinds);
    const { secret, harmless } = known;
    const verdict = secret.has(name) || (!harmless.has(name) && looksSecret(name, secret));
    verdicts.set(name, verdict);
    return verdict;
  };
}

interface Names {
  readonly secret: ReadonlySet<string>;
  readonly harmless: ReadonlySet<string>;
}

function namesOf(kinds: readonly Kind[]): Names {
  const secret = new Set<string>();
  const harmless = new Set<string>(['env', 'file']);
  const visit = (name: string, schema: PropertySchema): void => {
    (isSecretSchema(schema) ? secret : harmless).add(name);
    for (const [inner, property] of Object.entries(schema.properties ?? {})) visit(inner, property);
    // The names of a free map are anyone's: its own name stands for them.
    const rest = schema.additionalProperties;
    if (typeof rest === 'object') visit(name, rest);
    for (const form of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) if (form) visit(name, form);
  };
  for (const kind of kinds) {
    harmless.add(kind.section);
    for (const [name, schema] of Object.entries(kind.schema.properties)) visit(name, schema);
  }
  return { secret, harmless };
}

function looksSecret(name: string, secret: ReadonlySet<string>): boolean {
  return /token|secret|passw|credential|private_?key/i.test(name) || nearest(name, secret) !== undefined;
}
