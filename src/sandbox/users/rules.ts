import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { conflict, invalid, refuse } from '../http/reply.ts';
import type { UserRow } from './rows.ts';
import { isReservedAtTop } from '../groups/reserved-paths.ts';
import { adviceOf } from '../members/invitation-signup.ts';

/** What a caller may say of a user that has to be judged. */
export interface Draft {
  readonly email?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly projects_limit?: number | null | undefined;
  readonly theme_id?: number | null | undefined;
  readonly color_scheme_id?: number | null | undefined;
  readonly admin?: boolean | null | undefined;
  readonly auditor?: boolean | null | undefined;
  readonly provider?: string | null | undefined;
  readonly extern_uid?: string | null | undefined;
  readonly group_id_for_saml?: number | null | undefined;
  readonly commit_email?: string | null | undefined;
  readonly public_email?: string | null | undefined;
  readonly discord?: string | null | undefined;
}

/** Refuses a name or an address that somebody else has: 409 (POST and PUT /users, 18.9). */
export function refuseTaken(context: RequestContext, user: UserRow | undefined, draft: Draft): void {
  const { state } = context.platform;
  const byEmail = draft.email == null ? undefined : state.userByEmail(draft.email.toLowerCase());
  if (byEmail !== undefined && byEmail !== user) refuse(conflict('Email has already been taken'));
  const byName = draft.username == null ? undefined : state.userByName(draft.username.toLowerCase());
  if (byName !== undefined && byName !== user) refuse(conflict('Username has already been taken'));
  // Users and groups share the names at the root.
  const group = draft.username == null ? undefined : state.groupByPath(draft.username.toLowerCase());
  if (group !== undefined) refuse(conflict('Username has already been taken'));
  if (draft.email != null) refuseSecondary(context, user, draft.email.toLowerCase());
}

/** A secondary address of somebody else is a conflict when it is confirmed, and merely invalid when it is not (18.9). */
function refuseSecondary(context: RequestContext, user: UserRow | undefined, email: string): void {
  const { state } = context.platform;
  const row = state.records.all().find((record) => record.kind === 'email' && record.key === email);
  if (row === undefined || (user !== undefined && row.owner === `user:${user.id}`)) return;
  if (row.data['confirmed_at'] != null) refuse(conflict('Email has already been taken'));
  refuse(invalid({ email: ['has already been taken'] }));
}

const themes = 11;
const colorSchemes = 6;

const nameRules = [
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or '.', end in '.', '.git' or '.atom'.",
  'must not start or end with a special character and must not contain consecutive special characters.',
];

/** Refuses with all that is wrong at once: 400, a list of texts for each field (POST and PUT /users, 18.9). */
export function refuseInvalid(context: RequestContext, user: UserRow | undefined, draft: Draft): void {
  const errors: Record<string, readonly string[]> = {};
  if (draft.email != null && !/^[^@\s]+@[^@\s]+$/.test(draft.email)) errors['email'] = ['is invalid'];
  const advice = movesTo(user, draft.email) ? adviceOf(context, draft.email) : undefined;
  if (advice !== undefined) errors['email'] = [`is not allowed. Please use your regular email address. ${advice}`];
  if (draft.name === '') errors['name'] = ["can't be blank"];
  if (draft.username != null && !/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(draft.username)) errors['username'] = nameRules;
  else if (draft.username != null && isReservedAtTop(draft.username)) {
    errors['username'] = [`${draft.username} is a reserved name`];
  } else if (draft.username?.length === 1) errors['username'] = ['is too short (minimum is 2 characters)'];
  const password = passwordError(draft.password ?? '');
  if (password !== undefined) errors['password'] = [password];
  if ((draft.bio ?? '').length > 255) errors['bio'] = ['is too long (maximum is 255 characters)'];
  if ((draft.projects_limit ?? 0) < 0) errors['projects_limit'] = ['must be greater than or equal to 0'];
  if (!within(draft.theme_id, themes)) errors['theme_id'] = [`${draft.theme_id ?? ''} is not a valid theme`];
  if (!within(draft.color_scheme_id, colorSchemes)) errors['color_scheme_id'] = ['is not a valid color scheme'];
  Object.assign(
    errors,
    auditorErrors(context, user, draft),
    identityErrors(draft),
    addressErrors(context, user, draft),
  );
  if (draft.discord != null && !/^(\d{17,20})?$/.test(draft.discord)) {
    errors['user_detail.discord'] = ['must contain only a discord user ID.'];
  }
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
}

type Errors = Readonly<Record<string, readonly string[]>>;

/** Who is made by an administrator may have any address; a later change has to be allowed (PUT /users/:id, 18.9). */
function movesTo(user: UserRow | undefined, email: string | null | undefined): email is string {
  return user !== undefined && email != null && email.toLowerCase() !== user.email;
}

/** Auditors come with Premium, and are no administrators. */
function auditorErrors(context: RequestContext, user: UserRow | undefined, draft: Draft): Errors {
  const auditor = draft.auditor ?? user?.auditor ?? false;
  if (!auditor) return {};
  if (!licensed(context.platform.edition, 'premium')) {
    return { auditor: ['user cannot be created without the "GitLab_Auditor_User" addon'] };
  }
  return (draft.admin ?? user?.admin ?? false) ? { admin: ['user cannot also be an Auditor.'] } : {};
}

/** An identity needs its provider; that of a group's SAML needs the provider's row, which no group has here. */
function identityErrors(draft: Draft): Errors {
  if (draft.extern_uid == null && draft.group_id_for_saml == null) return {};
  if (draft.provider == null || draft.provider === '') return { 'identities.provider': ["can't be blank"] };
  return draft.provider === 'group_saml' ? { 'identities.saml_provider_id': ["can't be blank"] } : {};
}

/** Shown and signed with is a confirmed address of one's own; commits may be signed with the private one (PUT /users/:id, 18.9). */
function addressErrors(context: RequestContext, user: UserRow | undefined, draft: Draft): Errors {
  if (user === undefined) return {};
  return {
    ...unverified(context, user, 'commit_email', draft.commit_email),
    ...unverified(context, user, 'public_email', draft.public_email),
  };
}

function unverified(context: RequestContext, user: UserRow, name: string, address: string | null | undefined): Errors {
  if (address == null || address === '') return {};
  if (name === 'commit_email' && address === '_private') return {};
  const others = context.platform.state
    .recordsOf(`email user:${user.id}`)
    .filter((row) => row.data['confirmed_at'] != null);
  if (address === user.email || others.some((row) => row.key === address.toLowerCase())) return {};
  const shaped = /^[^@\s]+@[^@\s]+$/.test(address);
  return { [name]: [...(shaped ? [] : ['is invalid']), 'must be an email you have verified'] };
}

function within(id: number | null | undefined, last: number): boolean {
  return id == null || (id >= 1 && id <= last);
}

/** The words that a password must not hold, and the commonest of the list of those that it must not be. */
const forbiddenWords = /gitlab|devops/i;
const common = new Set(['password', 'password1', '12345678', '123456789', '1234567890', 'qwertyui', 'iloveyou']);

function passwordError(password: string): string | undefined {
  if (password === '') return undefined;
  if (password.length < 8) return 'is too short (minimum is 8 characters)';
  if (password.length > 128) return 'is too long (maximum is 128 characters)';
  const weak = forbiddenWords.test(password) || common.has(password.toLowerCase());
  return weak ? 'must not contain commonly used combinations of words and letters' : undefined;
}
