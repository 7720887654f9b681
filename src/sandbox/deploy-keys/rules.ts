import { createHash } from 'node:crypto';
import { hasLevel } from '../access/access.ts';
import { actor, type RequestContext } from '../http/request-context.ts';
import { invalid, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { forgetGone } from '../repository/lost-levels.ts';
import { timestamp } from '../store/clock.ts';
import type { State } from '../store/state.ts';
import type { DeployKeyLinkRow, DeployKeyRow } from './rows.ts';

/** A deploy key in a project, both of its rows. */
export interface LinkedKey {
  readonly key: DeployKeyRow;
  readonly link: DeployKeyLinkRow;
}

/** What a new deploy key is made of. */
export interface NewKey {
  readonly title: string;
  readonly key: string;
  readonly can_push: boolean;
  readonly expires_at: string | null;
}

/** The deploy keys of a project, in the order in which they were enabled. */
export function deployKeysOf(state: State, project: ProjectRow): readonly LinkedKey[] {
  return state.deployKeyLinksOf(project.id).flatMap((link) => {
    const key = state.deployKeys.get(link.deploy_key_id);
    return key === undefined ? [] : [{ key, link }];
  });
}

/**
 * Enables a key in a project. One that is there with this very text is shown as it is, whatever else was sent; so is one of another project in
 * which the caller is a Maintainer by membership: its title and its end stay. Of anybody else's the material is taken (18.9; the last is
 * a guess, by the model's own check).
 */
export function enableKey(context: RequestContext, project: ProjectRow, sent: NewKey): LinkedKey {
  const { state, clock } = context.platform;
  const text = sent.key.trim();
  const there = deployKeysOf(state, project).find(({ key }) => key.key === text);
  if (there !== undefined) return there;
  const known = state.deployKeys.all().find((key) => key.key === text && isWithin(context, key));
  const key = known ?? state.deployKeys.insert(newKey(context, sent, text));
  const link = { deploy_key_id: key.id, project_id: project.id, can_push: sent.can_push, updated_at: timestamp(clock) };
  return { key, link: state.deployKeyLinks.insert(link) };
}

/** Whether a key is in a project in which the caller is a Maintainer: being an administrator maintains nothing. */
function isWithin(context: RequestContext, key: DeployKeyRow): boolean {
  const { state } = context.platform;
  const user = actor(context);
  return state.linksOfDeployKey(key.id).some((link) => {
    const row = state.projects.get(link.project_id);
    return row !== undefined && hasLevel({ ...context, user, admin: false }, { type: 'project', row }, 40);
  });
}

function newKey(context: RequestContext, { title, expires_at }: NewKey, key: string): Omit<DeployKeyRow, 'id'> {
  const prints = fingerprintsOf(key);
  if (prints === undefined)
    return refuse(
      invalid({
        'deploy_key.key': [
          'type is forbidden. Must be RSA, DSA, ECDSA, ED25519, ECDSA_SK, or ED25519_SK',
          'is invalid',
        ],
        'deploy_key.fingerprint_sha256': ['cannot be generated'],
      }),
    );
  const { state, clock } = context.platform;
  if (title.trim() === '') refuse(invalid({ 'deploy_key.title': ["can't be blank"] }));
  // Guess: in the words of the model.
  if (expires_at !== null && Date.parse(expires_at) <= clock.now().getTime())
    refuse(invalid({ 'deploy_key.key': ['has expired'] }));
  const isTaken = state.deployKeys.all().some((other) => other.fingerprint_sha256 === prints.fingerprint_sha256);
  if (isTaken) refuse(invalid({ 'deploy_key.fingerprint_sha256': ['has already been taken'] }));
  return { title, key, ...prints, expires_at, created_at: timestamp(clock) };
}

/** Takes a key out of a project; one that no project has any more is gone. */
export function disableKey(state: State, { key, link }: LinkedKey): void {
  state.deployKeyLinks.remove(link);
  if (state.linksOfDeployKey(key.id).length > 0) return;
  state.deployKeys.remove(key);
  forgetGone(state, 'deploy_key_id', key.id);
}

const form = /^(ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\S+|sk-\S+) ([A-Za-z0-9+/]+=*)(?:\s|$)/;

/** Of the material alone: the comment behind it does not count. */
function fingerprintsOf(key: string): Pick<DeployKeyRow, 'fingerprint' | 'fingerprint_sha256'> | undefined {
  const [, type = '', text = ''] = form.exec(key) ?? [];
  const material = Buffer.from(text, 'base64');
  // The material begins with its own type.
  if (type === '' || material.subarray(4, 4 + type.length).toString('latin1') !== type) return undefined;
  const md5 = createHash('md5').update(material).digest('hex');
  return {
    fingerprint: md5.replace(/(..)(?=.)/g, '$1:'),
    fingerprint_sha256: createHash('sha256').update(material).digest('base64').replace(/=+$/, ''),
  };
}
