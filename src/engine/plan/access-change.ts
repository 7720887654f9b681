import type { Kind } from '../../kind.ts';
import type { LiveEntry, Scope } from '../../model.ts';
import { accessOf, afterwards, asItIs, asItWillBe, type Access } from '../access.ts';
import type { Draft } from './draft.ts';
import type { ResourceIndex } from './resource-index.ts';

/** The access that a change finds and leaves; undefined on the side where there is none. */
export interface AccessChange {
  readonly from: Access | undefined;
  readonly to: Access | undefined;
  /** The declared field that says another level than the declared role. */
  readonly contradicted?: string | undefined;
}

/** What a change does to the access that somebody has; undefined for kinds that give none. */
export type AccessChangeOf = (draft: Draft) => AccessChange | undefined;

/** The access of a live entry as it is. */
export type LiveAccessOf = (kind: Kind, scope: Scope, entry: LiveEntry) => Access | undefined;

/** Both, for the rules that need them. */
export interface AccessLooks {
  readonly change: AccessChangeOf;
  readonly live: LiveAccessOf;
}

/** Finds access as it is and as it will be, with the roles that are named on either side, on a day. Every rule asks it of every change: each is weighed once. */
export function accessLooks(resources: Pick<ResourceIndex, 'find'>, today: string): AccessLooks {
  const ofLive: LiveAccessOf = (kind, scope, entry) => accessOf(kind, entry, asItIs(resources, scope), today);
  const ofDraft = ({ kind, live, declared, key, scope, change }: Draft): AccessChange | undefined => {
    if (kind.access?.grants === undefined) return undefined;
    const from = live && ofLive(kind, scope, live);
    if (change.action === 'delete' || declared === undefined) return { from, to: undefined };
    const find = asItWillBe(resources, scope);
    const { contradicted } = kind.access.grants(declared.spec, key, find);
    return { from, to: accessOf(kind, afterwards(key, live, declared.spec), find, today), contradicted };
  };
  const weighed = new Map<Draft, AccessChange | undefined>();
  return {
    live: ofLive,
    change: (draft) => {
      if (!weighed.has(draft)) weighed.set(draft, ofDraft(draft));
      return weighed.get(draft);
    },
  };
}

/** The user whose access a change is about; undefined where an identity provider says who it is. */
export function userOf({ from, to }: AccessChange): string | undefined {
  return to?.username ?? from?.username;
}
