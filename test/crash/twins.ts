import { textOf, type Json } from '../../src/sandbox/store/json.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';

type Post = (path: string, body: { readonly [name: string]: Json }) => Promise<{ readonly [name: string]: Json }>;

/** Makes things on a platform by raw requests. Throws where one is refused. */
export function poster({ url }: Pick<ServedSandbox, 'url'>, token: string): Post {
  return async (path, body) => {
    const headers = { 'content-type': 'application/json', 'private-token': token };
    const answer = await fetch(`${url}/api/v4${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const made = (await answer.json()) as { readonly [name: string]: Json };
    if (!answer.ok) throw new Error(`POST ${path} was answered with ${answer.status}: ${JSON.stringify(made)}`);
    return made;
  };
}

/** Where the twins stand: above, below and beside what the matrix declares of the same name. */
const PLACES = ['shop', 'shop/other', 'tools', 'attic-of-others', 'shop-of-others'];

const RUNNERS: { readonly [place: string]: readonly string[] } = {
  // Above `shop/pay/cards` and the project `shop/app`, which inherit them.
  shop: ['cards', 'app'],
  'shop/other': ['build', 'deploy', 'cards', 'app', 'shared', 'fleet'],
  tools: ['build', 'cards'],
  'shop-of-others': ['build', 'deploy', 'cards'],
};

const LINKS = ['developers', 'leavers', 'auditors', 'reviewers'];
const HOOKS = ['ci', 'moved', 'added', 'stray', 'cards', 'deploy', 'audit', 'old', 'fresh'];

/**
 * Somebody else has things of the same names: for each kind in a group above, below and beside that which the document declares.
 * None of them is declared, so that none of them may ever be touched. Gives the token of whoever made them.
 */
export async function makeTwins(sandbox: ServedSandbox): Promise<string> {
  const root = poster(sandbox, sandbox.token);
  const email = 'rival@example.com';
  const { id } = await root('/users', {
    username: 'rival',
    name: 'rival',
    email,
    password: 'long enough',
    admin: true,
  });
  const expires_at = new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10);
  const made = await root(`/users/${textOf(id)}/personal_access_tokens`, {
    name: 'rival',
    scopes: ['api'],
    expires_at,
  });
  const token = textOf(made['token']);
  const post = poster(sandbox, token);
  const ids = await placesOf(sandbox, post);
  for (const [place, names] of Object.entries(RUNNERS)) {
    for (const description of names)
      await post('/user/runners', { runner_type: 'group_type', group_id: ids.get(place) ?? null, description });
  }
  for (const place of ['shop/other', 'shop-of-others']) {
    const at = `/groups/${encodeURIComponent(place)}`;
    for (const name of HOOKS) await post(`${at}/hooks`, { name, url: `https://${name}.example.com/in` });
    for (const saml_group_name of LINKS) await post(`${at}/saml_group_links`, { saml_group_name, access_level: 30 });
    if (!place.includes('/')) await post(`${at}/protected_branches`, { name: 'rel/*', push_access_level: 0 });
    await post(`${at}/share`, { group_id: ids.get('tools') ?? null, group_access: 20 });
    await post(`${at}/push_rule`, { deny_delete_tag: true });
    for (const name of ['pulls', 'worn', 'pushes']) {
      await post(`${at}/deploy_tokens`, { name, scopes: ['read_registry'] });
      await post(`${at}/access_tokens`, { name, scopes: ['read_api'], access_level: 20, expires_at });
    }
    for (const name of ['bot', 'ended', 'fresh', 'app'])
      await post(`${at}/access_tokens`, { name, scopes: ['read_api'], access_level: 20, expires_at });
    for (const environment_scope of ['*', 'prod/*', 'test', 'stage'])
      await post(`${at}/variables`, { key: 'KEY', value: 'of somebody else', environment_scope });
    for (const cn of ['shop', 'leavers', 'audit'])
      await post(`${at}/ldap_group_links`, { cn, provider: 'ldapmain', group_access: 30 });
  }
  return token;
}

/** The groups of the twins, by their paths; those that are not there yet are made. */
async function placesOf({ url, token }: ServedSandbox, post: Post): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const place of PLACES) {
    const found = await fetch(`${url}/api/v4/groups/${encodeURIComponent(place)}`, {
      headers: { 'private-token': token },
    });
    const cut = place.lastIndexOf('/');
    const path = place.slice(cut + 1);
    const parent = cut < 0 ? {} : { parent_id: ids.get(place.slice(0, cut)) ?? null };
    const { id } = found.ok
      ? ((await found.json()) as { readonly id?: unknown })
      : await post('/groups', { name: path, path, ...parent });
    if (typeof id === 'number') ids.set(place, id);
  }
  return ids;
}
