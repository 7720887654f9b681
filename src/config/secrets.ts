import { Secret } from '../base/secret.ts';
import { holdsUrlSecret } from '../base/url-secrets.ts';
import type { Kind, PropertySchema } from '../kind.ts';
import type { Attributes, Value } from '../model.ts';
import { finder, withValue } from './annotated.ts';
import type { Path } from './yaml/locate.ts';
import { isList, isMapping } from './yaml/yaml-value.ts';

/** Whether a value is a secret. */
export function isSecretSchema(schema: PropertySchema): boolean {
  return schema['x-secret'] === true;
}

/** A secret that stands in the configuration itself. */
export interface PlainSecret {
  readonly path: Path;
  /** `group[platform]/hook[ci].token`, by which it can be allowed. */
  readonly at: string;
}

/** An entry whose secrets have become references; `address` is asked for only where there are any. */
export type Revealer = (
  spec: Attributes,
  address: () => string,
) => { readonly spec: Attributes; readonly plain: readonly PlainSecret[] };

/** A function that turns the secrets of a kind's entries into `Secret`; undefined for a kind that has none. */
export function revealer(kind: Kind): Revealer | undefined {
  const find = finder(kind, isSecretSchema);
  if (find === undefined) return undefined;
  return (spec, address) => {
    const plain: PlainSecret[] = [];
    let revealed = spec;
    for (const { path, value } of find(spec)) {
      if (value === null || value instanceof Secret) continue;
      let secret = reference(value);
      if (secret === undefined) {
        // A map that is no reference has been told off by the schema.
        if (typeof value === 'object') continue;
        const at = `${address()}.${path.join('.')}`;
        plain.push({ path, at });
        secret = new Secret({ type: 'text', at }, String(value));
      }
      revealed = withValue(revealed, path, secret);
    }
    return { spec: revealed, plain };
  };
}

/** The ways to the values of an entry that are URLs with a password or a token in them; what has become a reference is none. */
export function urlsWithSecrets(spec: Attributes): readonly Path[] {
  const found: Path[] = [];
  for (const name in spec) lookInto(spec[name], [name], found);
  return found;
}

function lookInto(value: Value | undefined, path: Path, found: Path[]): void {
  if (typeof value === 'string') {
    if (holdsUrlSecret(value)) found.push(path);
  } else if (isList(value) || (isMapping(value) && !(value instanceof Secret))) {
    for (const [name, inner] of Object.entries(value)) lookInto(inner, [...path, name], found);
  }
}

/** The secret that `{ env: NAME }` or `{ file: path }` refers to. */
function reference(value: Value): Secret | undefined {
  if (typeof value !== 'object' || value === null || value instanceof Secret) return undefined;
  const [only, ...more] = Object.entries(value);
  if (only === undefined || more.length > 0 || typeof only[1] !== 'string') return undefined;
  if (only[0] === 'env') return new Secret({ type: 'env', name: only[1] });
  return only[0] === 'file' ? new Secret({ type: 'file', path: only[1] }) : undefined;
}
