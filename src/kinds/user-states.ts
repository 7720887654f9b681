import type { Call } from '../model.ts';

/** Whether somebody may sign in, and why not. */
export const STATES = ['active', 'blocked', 'deactivated', 'banned'] as const;

export type State = (typeof STATES)[number];

/** The call that brings somebody into another state, or out of one. */
export function stateCall(id: string, verb: string): Call {
  return { method: 'POST', path: `/users/${id}/${verb}`, answer: 'verdict', does: DONE[verb] ?? verb };
}

const DONE: { readonly [verb: string]: string } = {
  ...{ block: 'blocked', unblock: 'unblocked', deactivate: 'deactivated', activate: 'activated' },
  ...{ ban: 'banned', unban: 'unbanned', approve: 'approved' },
};

const INTO: { readonly [Name in State]: string | undefined } = {
  ...{ active: undefined, blocked: 'block', deactivated: 'deactivate', banned: 'ban' },
};

const OUT_OF: { readonly [state: string]: string | undefined } = {
  ...{ blocked: 'unblock', ldap_blocked: 'unblock', deactivated: 'activate', banned: 'unban' },
  blocked_pending_approval: 'approve',
};

/** The way from one state to another: by way of the active one, but that anybody who is not banned can be blocked (POST /users/:id/…, 18.9). */
export function verdicts(from: string, to: State): readonly string[] {
  if (stateOf(from) === to) return [];
  const directly = to === 'blocked' && from !== 'banned';
  return [directly ? undefined : OUT_OF[from], INTO[to]].filter((verb) => verb !== undefined);
}

/** Who is blocked by a directory, or waits for an approval, is blocked; what no other version has is not known. */
export function stateOf(state: string): State | undefined {
  if (state === 'ldap_blocked') return 'blocked';
  return STATES.find((one) => one === state);
}
