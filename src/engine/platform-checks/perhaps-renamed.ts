import { entryAddress, INSTANCE } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Change, LiveEntry } from '../../model.ts';

/** A group that is to be made: nothing is there. */
export interface MissingGroup {
  readonly change: Change;
  readonly kind: Kind;
  readonly path: string;
}

/** Says of a group that is to be made, and of a live one that nobody declared, why the one may be the other. */
export function perhapsRenamed({ change, kind, path }: MissingGroup, live: LiveEntry, why: string): Diagnostic {
  const { address, place } = change;
  const where = entryAddress(kind, INSTANCE, live.key);
  return {
    severity: 'warning',
    code: 'renamed-by-hand',
    message: `${address} is not there, and ${where} (id ${String(live.id)}), which nobody declared, ${why}: it may be the same one`,
    place,
    remedy: `if it is the same one, renamed or moved by hand, write \`previously: ${live.key}\` to have it back at ${path}, or declare it as ${live.key}; else an apply makes a new one`,
  };
}

/** The same of a live group of which the audit events tell it: nothing is made until it is said which one is meant. */
export function surelyRenamed({ change, kind, path }: MissingGroup, live: LiveEntry, why: string): Diagnostic {
  const { address, place } = change;
  const where = entryAddress(kind, INSTANCE, live.key);
  return {
    severity: 'error',
    code: 'renamed-by-hand',
    message: `${address} is not there, and ${where} (id ${String(live.id)}), which nobody declared, ${why}: a second one would be made beside it`,
    place,
    remedy: `write \`previously: ${live.key}\` to have it back at ${path}, or declare it as ${live.key}; if it is meant to be another one, list it under \`instance: { ignore: { ${kind.section}: [${live.key}] } }\``,
  };
}
