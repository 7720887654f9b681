import { entryAddress } from '../../../src/address.ts';
import type { Draft } from '../../../src/engine/plan/draft.ts';
import type { Kind } from '../../../src/kind.ts';
import type { Action, Call, FieldChange, LiveEntry, Scope } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { declared } from '../observe/declared.ts';

/** What a test says of a draft, besides what it is of. */
export interface DraftOf {
  readonly action?: Action;
  readonly live?: LiveEntry['spec'] | undefined;
  readonly more?: Partial<LiveEntry>;
  readonly spec?: LiveEntry['spec'];
  readonly calls?: readonly Call[];
  readonly fields?: readonly FieldChange[];
  readonly leftoverOf?: string;
  readonly undeclared?: true;
}

/** A draft of a change; `at` is the path of its group, or nothing for the instance. */
export function draftOf(kind: Kind, at: string | undefined, key: string, said: DraftOf = {}): Draft {
  const scope: Scope = at === undefined ? { type: 'instance' } : { type: 'group', path: at };
  return draftIn(kind, scope, key, said);
}

/** The same in any scope. */
export function draftIn(kind: Kind, scope: Scope, key: string, said: DraftOf = {}): Draft {
  const { action = 'update', spec = {}, calls = [], fields = [], more = {} } = said;
  const live: LiveEntry | undefined = said.live && { key, id: 3, spec: said.live, live: { id: 3 }, ...more };
  const change = changeOf(entryAddress(kind, scope, key), fields, { action, calls });
  return {
    change,
    kind,
    scope,
    key,
    declared: said.undeclared ? undefined : declared(key, { spec }),
    live,
    ...(said.leftoverOf !== undefined && { leftoverOf: said.leftoverOf }),
  };
}
