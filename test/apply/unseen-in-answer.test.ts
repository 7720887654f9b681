import { expect, test } from 'vitest';
import { idOf, type SandboxClient } from '../sandbox/client.ts';
import { serverOf } from './server.ts';
import { stage } from './stage.ts';

/** Something that stands before an instance: it hears of each write before it is handed on, and may hand on another body. */
async function before(
  { sandbox }: SandboxClient,
  write: (request: string, body: Record<string, unknown>) => Promise<Record<string, unknown>> | Record<string, unknown>,
): Promise<string> {
  const { url } = await serverOf((response, _number, incoming) => {
    void (async () => {
      const { method = 'GET', url: path = '' } = incoming;
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const body =
        text === ''
          ? ''
          : JSON.stringify(await write(`${method} ${path}`, JSON.parse(text) as Record<string, unknown>));
      const headers = {
        'private-token': String(incoming.headers['private-token']),
        'content-type': 'application/json',
      };
      const answered = await fetch(`${sandbox.url}${path}`, { method, headers, ...(body !== '' && { body }) });
      const shown = Object.fromEntries(answered.headers);
      delete shown['content-length'];
      delete shown['transfer-encoding'];
      delete shown['content-encoding'];
      response.writeHead(answered.status, shown).end(Buffer.from(await answered.arrayBuffer()));
    })();
  });
  return url;
}

/** A project with a member who is named in who may push. */
async function project() {
  const { gitlab, keelson } = await stage({});
  const team = await gitlab.group('team');
  const other = await gitlab.group('other');
  const app = `/projects/${idOf(await gitlab.post('/projects', { name: 'app', namespace_id: team }))}`;
  for (const username of ['alice', 'bob']) await gitlab.post(`${app}/members`, { username, access_level: 30 });
  return { gitlab, keelson, app, team, other };
}

test('somebody adds to who may push while it is changed: the answer has numbers alone, and the change is not said to be done', async () => {
  const { gitlab, keelson, app } = await project();
  await gitlab.post(`${app}/protected_branches`, { name: 'main', push_access_level: 0 });
  const url = await before(gitlab, async (request, body) => {
    if (request.startsWith('PATCH'))
      await gitlab.patch(`${app}/protected_branches/main`, { allowed_to_push: [{ access_level: 30 }] });
    return body;
  });
  keelson.write(
    'keelson.yaml',
    'projects:\n  team/app: { protected_branches: { main: { push_access_level: [{ user: alice }] } } }\n',
  );
  const { status, out, err } = await keelson.run('apply', '--auto-approve', '--url', url);
  expect(status, out + err).toBe(1);
  expect(out + err).toContain('it answers with success, but push_access_level is not [{"user":"alice"}]');
});

test('a protection that is answered as it was asked for is done, and the next plan is empty', async () => {
  const { gitlab, keelson, app } = await project();
  await gitlab.post(`${app}/protected_branches`, { name: 'main', push_access_level: 0 });
  const document =
    'main: { push_access_level: [{ user: alice }] }, dev: { merge_access_level: [{ user: bob }, maintainer] }';
  keelson.write('keelson.yaml', `projects:\n  team/app: { protected_branches: { ${document} } }\n`);
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, out + err).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test.each<[string, string]>([
  ['groups', 'team'],
  ['projects', 'team/app'],
])('a share of %s that comes out otherwise is not said to be made', async (section, path) => {
  const { gitlab, keelson } = await project();
  const url = await before(gitlab, (request, body) =>
    request.endsWith('/share') ? { ...body, group_access: 40 } : body,
  );
  keelson.write('keelson.yaml', `${section}:\n  ${path}: { shares: { other: reporter } }\n`);
  const { status, out, err } = await keelson.run('apply', '--auto-approve', '--url', url);
  expect(status, out + err).toBe(1);
  expect(out + err).toContain('it answers with success, but access_level is not "reporter"');
});
