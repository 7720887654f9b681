import type { Kind } from '../../kind.ts';
import type { JsonObject, LiveEntry, Scope } from '../../model.ts';
import { isUnseen, valueBack } from './value-back.ts';

/** What becomes of the fields of an update that are to be brought back. */
export interface SentAlong {
  /** What GitLab wants with any change of such a thing, as it shows it. */
  readonly along: JsonObject;
  /** What it wants as well, and does not show: nothing can be brought back without it. */
  readonly unseen: readonly string[];
  /** The fields that it refuses as they were, each with why. */
  readonly refused: ReadonlyMap<string, string>;
  /** Those that follow from the rest, and are not sent. */
  readonly idle: readonly string[];
}

/** What has to be sent beside fields that are to be brought back, and what GitLab would not take of them, by the rules of the kind. Pure. */
export function sentAlong(
  kind: Kind,
  scope: Scope,
  called: JsonObject,
  fields: JsonObject,
  live: LiveEntry,
): SentAlong {
  const faults = (kind.rules?.check?.({ ...called, ...fields }, scope) ?? []).filter(({ whenMade }) => !whenMade);
  const along: { [field: string]: JsonObject[string] } = {};
  const unseen: string[] = [];
  const refused = new Map<string, string>();
  const idle = faults.flatMap((fault) => (fault.idle === true ? [fault.field] : []));
  for (const { field, missing, message } of faults.filter((fault) => fault.idle !== true)) {
    if (missing === undefined && field in fields) refused.set(field, message);
    const wanted = (missing ?? [field]).filter((name) => !(name in fields) && !(name in called) && name !== '');
    for (const name of wanted) {
      const value = isUnseen(kind, name) ? undefined : valueBack(kind, name, live.spec[name]);
      if (value === undefined) unseen.push(name);
      else along[name] = value;
    }
  }
  return { along, unseen: [...new Set(unseen)], refused, idle };
}
