import { grantOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { addLevel, branchActions, hasBranchLevel, levelsOf, removeLevel, roleLevel } from './branch-levels.ts';
import type { BranchAction, BranchLevel, LevelAction } from './branch-levels.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed, since } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import { refuse, rowNotFound } from '../http/reply.ts';
import type { RecordRow } from '../store/rows.ts';
import { sourceKey } from '../store/state.ts';

/** The roles that may be let push and merge; nobody is 0, and administrators are 60. */
export const pushRoles = [40, 30, 60, 0] as const;

/** The roles that may be let change a protection: somebody must be able to. */
export const unprotectRoles = [40, 30, 60] as const;

export function entries<const Roles extends readonly number[]>(values: Roles) {
  return {
    type: 'hashes',
    fields: {
      access_level: { type: 'integer', values },
      user_id: { type: 'integer' },
      group_id: { type: 'integer' },
      deploy_key_id: { type: 'integer' },
      id: { type: 'integer' },
      _destroy: { type: 'boolean' },
    },
  } as const;
}

/** The lists of who may do what, as POST and PATCH take them (18.9, Premium). */
export const levelParams = {
  allowed_to_push: entries(pushRoles),
  allowed_to_merge: entries(pushRoles),
  allowed_to_unprotect: entries(unprotectRoles),
};

type Sent = Readonly<Partial<Record<`allowed_to_${BranchAction}`, readonly JsonObject[] | undefined>>>;
type SentRoles = Readonly<Partial<Record<`${BranchAction}_access_level`, number | null | undefined>>>;

/** What is asked for one action, in any edition (18.9). */
function asked(sent: Sent, action: BranchAction): readonly JsonObject[] {
  return sent[`allowed_to_${action}`] ?? [];
}

/** The levels of a new protection: Maintainers, wherever nobody else is named (POST …/protected_branches, 18.9). */
export function firstLevels(
  context: RequestContext,
  place: Source,
  sent: Sent & SentRoles,
): readonly (readonly [BranchAction, BranchLevel])[] {
  return branchActions.flatMap((action) => {
    const named = asked(sent, action).map((entry) => levelIn(context, place, action, entry));
    const role = sent[`${action}_access_level`] ?? (named.length === 0 ? 40 : undefined);
    const levels = role === undefined ? named : [...named, roleLevel(role)];
    return levels.map((level) => [action, level] as const);
  });
}

/** Changes the levels of a protection: entries with an id change or go, the others are added (PATCH, 18.9). */
export function changeLevels(context: RequestContext, place: Source, branch: RecordRow, sent: Sent): void {
  const { state } = context.platform;
  const added: (readonly [BranchAction, BranchLevel])[] = [];
  const gone: (readonly [BranchAction, number])[] = [];
  for (const action of branchActions) {
    for (const entry of asked(sent, action)) {
      const id = entry['id'];
      if (typeof id === 'number') {
        if (!levelsOf(state, branch, action).some((level) => level.id === id)) refuse(rowNotFound());
        gone.push([action, id]);
      }
      if (typeof id === 'number' && entry['_destroy'] === true) continue;
      const level = levelIn(context, place, action, entry);
      if (hasBranchLevel(state, branch, action, level)) refuse(taken(action, level));
      added.push([action, level]);
    }
  }
  for (const [action, id] of gone) removeLevel(state, branch, action, id);
  for (const [action, level] of added) addLevel(context, branch, action, level);
}

function taken(action: BranchAction, level: BranchLevel) {
  return unprocessable(`${label(action)} ${whose(level)} has already been taken`);
}

function whose({ user_id: user, group_id: group, deploy_key_id: key }: BranchLevel): string {
  if (user !== null) return 'user';
  if (group !== null) return 'group';
  return key === null ? 'access level' : 'deploy key';
}

/** The level of an entry. Single users and groups are for projects, with a licence: members, and groups that are invited. */
export function levelIn(context: RequestContext, place: Source, action: LevelAction, entry: JsonObject): BranchLevel {
  const { state, edition } = context.platform;
  const [role, userId, groupId] = [entry['access_level'], entry['user_id'], entry['group_id']];
  const project = place.type === 'project' && licensed(edition, 'premium') ? place.row : undefined;
  if (typeof userId === 'number') {
    if (project === undefined) return refuse(unprocessable(`${label(action)} user must be blank`));
    const grant = grantOf(state, dayOf(context), userId, place);
    if (grant === undefined && project.owner_id !== userId) {
      refuse(unprocessable(`${label(action)} user is not a member of the project`));
    }
    return { ...roleLevel(40), user_id: userId };
  }
  if (typeof groupId === 'number') {
    // Guess: a group is refused in the words that were recorded for a user.
    if (project === undefined) return refuse(unprocessable(`${label(action)} group must be blank`));
    const invited = state.sharesBySource(sourceKey('project', project.id)).some((share) => share.group_id === groupId);
    if (!invited) refuse(unprocessable(`${label(action)} group does not have access to the project`));
    return { ...roleLevel(40), group_id: groupId };
  }
  return keyLevel(context, place, action, entry) ?? roleLevel(typeof role === 'number' ? role : 40);
}

/**
 * The level of a deploy key: of one that the project has enabled and lets push. Before 17.5, and before 18.10 without a licence, the key is
 * dropped, and what is left of the entry is Maintainers (POST …/protected_branches and …/protected_tags, documented). The words of the refusals are a guess.
 */
function keyLevel(
  { platform: { state, edition } }: RequestContext,
  place: Source,
  action: LevelAction,
  { deploy_key_id: key }: JsonObject,
): BranchLevel | undefined {
  const isKnown = since(edition, '18.10') || (since(edition, '17.5') && licensed(edition, 'premium'));
  const takesKeys = place.type === 'project' && (action === 'push' || action === 'create');
  if (typeof key !== 'number' || !takesKeys || !isKnown) return undefined;
  const link = state.deployKeyLinksOf(place.row.id).find(({ deploy_key_id: id }) => id === key);
  if (link === undefined) return refuse(unprocessable(`${label(action)} deploy key is not enabled for this project`));
  if (!link.can_push) return refuse(unprocessable(`${label(action)} deploy key must have write access`));
  return { ...roleLevel(40), deploy_key_id: key };
}

const label = (action: LevelAction) => `${action.slice(0, 1).toUpperCase()}${action.slice(1)} access levels`;

/** The complaints of the model, as a list. */
const unprocessable = (text: string) => ({ status: 422, body: { message: [text] } });
