import type { Kind } from '../kind.ts';
import type { Read } from '../read.ts';

/** The same kind, whose reads say which fields of what they show are secrets: the same as it is where none of them is shown. */
export function withShownSecrets(kind: Kind): Kind {
  const fields = Object.entries(kind.schema.properties).flatMap(([name, schema]) =>
    schema['x-secret'] && !schema.writeOnly ? [name] : [],
  );
  if (fields.length === 0) return kind;
  const { reads } = kind;
  const [whole, numbered] = [reads.whole?.bind(reads), reads.numbered?.bind(reads)];
  const detail = reads.detail?.bind(reads);
  return {
    ...kind,
    reads: {
      ...reads,
      all: (scope, keys) => reads.all(scope, keys).map((read) => showing(read, fields)),
      ...(whole && { whole: (scope) => showing(whole(scope), fields) }),
      ...(numbered && { numbered: (id) => showing(numbered(id), fields) }),
      ...(detail && {
        detail: (live, scope) => {
          const read = detail(live, scope);
          return read && showing(read, fields);
        },
      }),
    },
  };
}

function showing(read: Read, secrets: readonly string[]): Read {
  const { rowOf, otherwise } = read;
  return {
    ...read,
    secrets,
    ...(rowOf && {
      rowOf: {
        ...rowOf,
        list: showing(rowOf.list, secrets),
        ...(rowOf.within && { within: showing(rowOf.within, secrets) }),
      },
    }),
    ...(otherwise && { otherwise: showing(otherwise, secrets) }),
  };
}
