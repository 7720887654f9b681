import { randomBytes } from 'node:crypto';
import { hasAbility, hasLevel, type Source } from '../access/access.ts';
import { findGroup, findProject } from '../access/find.ts';
import { audit, entityOf } from '../admin/audit.ts';
import { forbidden, message, refuse } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { SourceType } from '../members/rows.ts';
import { sourceKey } from '../store/state.ts';
import type { DeployTokenRow } from './rows.ts';

/** In the order in which the platform shows them. */
export const deployTokenScopes = [
  ...['read_repository', 'read_registry', 'write_registry', 'read_package_registry', 'write_package_registry'],
  ...['read_virtual_registry', 'write_virtual_registry'],
];

/** What a new deploy token is made of. */
export interface NewDeployToken {
  readonly name: string;
  readonly username: string | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
}

/**
 * The group or project, for those who may see its deploy tokens (Maintainers) or change them: Owners of a group, Maintainers of a project, or
 * a custom role with manage_deploy_tokens (GET is recorded on 18.9; who makes them in a group, and the role, are guesses by the documents).
 */
export function tokensPlace(context: RequestContext, type: SourceType, id: string, forChange = false): Source {
  const source: Source =
    type === 'group' ? { type, row: findGroup(context, id) } : { type, row: findProject(context, id) };
  const level = forChange && type === 'group' ? 50 : 40;
  const isAllowed = hasLevel(context, source, level) || hasAbility(context, source, 'manage_deploy_tokens');
  return isAllowed ? source : refuse(forbidden());
}

/** The deploy tokens of a group's or project's own, oldest first. */
export function deployTokensOf(context: RequestContext, { type, row }: Source): readonly DeployTokenRow[] {
  return context.platform.state.deployTokensBySource(sourceKey(type, row.id));
}

/** Makes a deploy token; two may have one name and one user name (POST …/deploy_tokens, 18.9). */
export function makeDeployToken(context: RequestContext, source: Source, sent: NewDeployToken): DeployTokenRow {
  const { name, username, expires_at } = sent;
  if (username !== null && !/^[a-zA-Z0-9.+_-]+$/.test(username))
    refuse(message(400, "Username can contain only letters, digits, '_', '-', '+', and '.'"));
  if (sent.scopes.length === 0) refuse(message(400, "Scopes can't be blank"));
  const scopes = deployTokenScopes.filter((scope) => sent.scopes.includes(scope));
  const row = context.platform.state.deployTokens.insert({
    ...{ source_type: source.type, source_id: source.row.id, name, username, scopes, expires_at },
    secret: `gldt-${randomBytes(15).toString('base64url')}`,
  });
  auditToken(context, source, row, 'created');
  return row;
}

/** Takes a deploy token away for good. */
export function dropDeployToken(context: RequestContext, source: Source, row: DeployTokenRow): void {
  context.platform.state.deployTokens.remove(row);
  auditToken(context, source, row, 'destroyed');
}

/** The event of a group's token is recorded by its name (18.9); a project's leaves out the group, and the words are guesses. */
function auditToken(
  context: RequestContext,
  source: Source,
  { id, name, scopes }: DeployTokenRow,
  what: 'created' | 'destroyed',
): void {
  const words = `${what === 'created' ? 'Created' : 'Destroyed'} ${source.type} deploy token with name: ${name} with token_id: ${id} with scopes: [${scopes.join(', ')}].`;
  audit(context, {
    event: `${source.type === 'group' ? 'group_' : ''}deploy_token_${what}`,
    entity: entityOf(source),
    target: { id, type: 'DeployToken', details: name },
    details: { custom_message: words },
  });
}
