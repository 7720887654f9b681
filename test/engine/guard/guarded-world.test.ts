import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MemberRow } from '../../../src/sandbox/members/rows.ts';
import { runHere } from '../../crash/program.ts';
import { openWire } from '../../crash/wire.ts';
import { sandbox, type SandboxClient } from '../../sandbox/client.ts';

const OWNER = 50;

/** An instance with a group at the top and one below it, in which nobody is a member. */
async function emptied(): Promise<SandboxClient> {
  const gl = await sandbox();
  for (const path of ['team', 'team/app']) await gl.group(path);
  const { members } = gl.sandbox.platform.state;
  for (const row of [...members.all()]) members.remove(row);
  return gl;
}

/** Makes somebody an owner of a group, or one who waits to be let in. */
async function owner(gl: SandboxClient, path: string, user: number, more: Partial<MemberRow> = {}): Promise<void> {
  const made = await gl.post(`/groups/${encodeURIComponent(path)}/members`, {
    user_id: user,
    access_level: OWNER,
  });
  expect(made.status).toBe(201);
  const { members } = gl.sandbox.platform.state;
  const row = members.all().findLast(({ user_id: id }) => id === user);
  if (row !== undefined) members.update(row, more);
}

const waiting = { state: 'awaiting' } as const;

/** What a plan says of a configuration: by GraphQL as far as that is believed, and the same by REST alone. */
async function saidOf(gl: SandboxClient, yaml: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-guarded-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'keelson.yaml'), yaml);
  const wire = await openWire(gl.sandbox);
  onTestFinished(() => wire.close());
  const plan = () => runHere(folder, ['plan', '--verify-reads'], { KEELSON_URL: wire.url, KEELSON_TOKEN: gl.token });
  const { text } = await plan();
  expect(wire.seen.some(({ url }) => url.includes('groupMembers'))).toBe(true);
  wire.keepBack(/^\/api\/graphql\?query=query/);
  const byRest = await plan();
  expect(lines(text)).toEqual(lines(byRest.text));
  return text;
}

/** Without the line that tells how many requests it took. */
function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => !line.includes('checksum'));
}

describe('who waits to be let in is no owner, though no query tells so', () => {
  it('where the last owner link of a group goes', async () => {
    const gl = await emptied();
    await owner(gl, 'team', await gl.user('bob'), waiting);
    await gl.post('/groups/team/saml_group_links', { saml_group_name: 'admins', access_level: OWNER });
    const yaml = 'groups: { team: { members: { bob: owner }, saml_links: {}, prune: [saml_links] } }\n';
    expect(await saidOf(gl, yaml)).toContain('[guard-last-owner]');
  });

  it('where the own user is to lose its direct access, and waits above', async () => {
    const gl = await emptied();
    await owner(gl, 'team', 1, waiting);
    await owner(gl, 'team/app', 1);
    const yaml = 'groups: { team: { members: { root: owner } }, team/app: { members: { root: { state: absent } } } }\n';
    expect(await saidOf(gl, yaml)).toContain('[guard-own-access]');
  });

  it('where the only other owner leaves within a week', async () => {
    const gl = await emptied();
    await owner(gl, 'team', await gl.user('bob'), waiting);
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await owner(gl, 'team', await gl.user('carol'), { expires_at: soon });
    const yaml = `groups: { team: { members: { bob: owner, carol: { access_level: owner, expires_at: ${soon} } } } }\n`;
    expect(await saidOf(gl, yaml)).toContain('[last-owner-ends]');
  });
});
