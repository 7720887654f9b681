import { levelName } from '../../access-levels.ts';
import type { LeftOut, Part, Way } from '../../engine/review/review.ts';
import type { Kept, KeptAccess } from '../../engine/review/removals.ts';
import { counted } from '../counted.ts';

/** A level by its name; 0 is none. */
export function levelText(level: number): string {
  return level === 0 ? 'nothing' : String(levelName(level));
}

/** A way as data names it: `direct`, `share`, `namespace`. */
export function wayName(through: Way['through']): string {
  return through === 'lent' ? 'share' : through;
}

/** By which way somebody has access: `direct`, `by a share of group[ops]`. */
export function throughText({ through, share, directory, links = [] }: Way): string {
  switch (through) {
    case 'direct': {
      if (directory === 'kept') return 'direct, kept by a directory';
      if (directory === 'by-hand') return 'direct, from a directory, with a level set by hand';
      return links.length === 0 ? 'direct' : `direct, or by ${links.join(' or ')}`;
    }
    case 'lent':
      return share === undefined
        ? 'by a share'
        : `by a share of group[${share.group}] for at most ${levelText(share.most)}, as a member of ${share.member}`;
    case 'namespace':
      return 'in a namespace of their own';
    case 'hidden':
      return 'by a way that is hidden from the user of this token, such as a share of a group';
  }
}

/** What was left out, as a sentence without its full stop. */
export function leftText({ part, because, status, places = [] }: LeftOut): string {
  const what = PARTS[part];
  const where = places.length === 0 ? '' : ` in ${placesText(places)}`;
  switch (because) {
    case 'administrator':
      return `Not read${where}: ${what}, which GitLab tells administrators alone`;
    case 'owner':
      return `Perhaps not all${where}: ${what}, of which GitLab shows what the user of this token may see`;
    case 'refused':
      return `Not read${where}: ${what}; GitLab answers ${String(status)}, as it does without the right, the tier or the version`;
  }
}

const PARTS: { readonly [Name in Part]: string } = {
  people: 'whether people are administrators or external, their two-factor authentication, and who made them',
  activity: 'the last activity of whoever takes no seat',
  groups: 'groups, with their members and shares',
  projects: 'projects, with their members and shares',
  memberships: 'direct members',
  everybody: 'who has access by groups that are hidden',
  'invited-groups': 'which groups are invited',
  seats: 'who takes a seat, and their last activity',
  'personal-tokens': 'the personal tokens of people and service accounts',
  tokens: 'access tokens',
  events: 'since when groups are invited, and by whom: the audit events',
  roles: 'the names of custom roles of invited groups',
  'hidden-groups': 'invited groups, and what comes by them beside a higher level',
};

const FEW = 3;

function placesText(places: readonly string[]): string {
  const shown = places.slice(0, FEW).join(', ');
  return places.length > FEW ? `${shown} and ${counted(places.length - FEW, 'more place')}` : shown;
}

/** Why something that was found is left as it is. */
export function keptText({ why, username }: KeptAccess): string {
  if (why === 'administrator') return `\`instance: users: ${username}: { admin: false }\` would take it`;
  return KEPT[why];
}

const KEPT: { readonly [Name in Exclude<Kept, 'administrator'>]: string } = {
  own: "the token's own user",
  outside:
    'held there, which is not in the target, and so in all that is below it: name it with --target as well to take it',
  'last-owner': 'nobody else would be a direct, active owner for good: make another person one first',
  'owner-by-share': 'makes them an owner of what this group is invited to: take the share out, or lower it',
  'perhaps-owner-by-share':
    'may make them an owner of what this group is invited to elsewhere, which was not looked at: review the whole instance',
  lent: 'comes by a share: take the membership in the invited group, or the share',
  hidden: 'comes by a way that is hidden from the user of this token: ask an administrator',
  namespace: 'stands in a namespace of their own',
  directory: 'a directory would give it again: take them out of it there',
  bot: 'goes with the token or the service account that it is for',
  token:
    'another one there has its name, so that no declaration says which: revoke it at the access tokens of that group or project',
  'user-of-all': 'is good for all that its user may do: review the whole instance to take it',
  'user-token':
    'another one of theirs has its name, so that no declaration says which: `DELETE /personal_access_tokens/:id` revokes a personal one, `DELETE /users/:id/impersonation_tokens/:id` one to impersonate',
};
