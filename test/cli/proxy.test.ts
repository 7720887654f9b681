import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';
import { workspace } from './keelson.ts';

/** Whom the proxy was asked to connect to, and with what credentials. */
const asked: { readonly to: string | undefined; readonly as: string | undefined }[] = [];
const proxy = createServer();
let address = '';

beforeAll(async () => {
  proxy.on('connect', ({ url, headers }, client, head) => {
    asked.push({ to: url, as: headers['proxy-authorization'] });
    const [host = '', port = ''] = (url ?? '').split(':');
    const server = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.write(head);
      server.pipe(client).pipe(server);
    });
    for (const end of [server, client]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});

afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test.each(['http_proxy', 'HTTP_PROXY'])('goes through the proxy that %s names, with its credentials', async (name) => {
  asked.length = 0;
  const env = { [name]: `http://user:word@${address}` };
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\ngroups: { team: {} }\n' }, {}, env);
  const { status, out, err } = await keelson.start('apply', '--auto-approve').ran;
  expect([status, out.includes('1 created'), err.includes('word')]).toEqual([0, true, false]);
  const { host } = new URL(gitlab.sandbox.url);
  const as = `Basic ${Buffer.from('user:word').toString('base64')}`;
  expect(new Set(asked.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify({ to: host, as })]));
});

test('a proxy that wants credentials is named without those that it was given', async () => {
  const strict = createServer().on('connect', (_request, client) => {
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
  const { port } = strict.address() as AddressInfo;
  const keelson = workspace(
    { 'keelson.yaml': 'version: 1\ngroups: { team: {} }\n' },
    {
      KEELSON_URL: 'https://gitlab.invalid',
      KEELSON_TOKEN: 'glpat-x',
      HTTPS_PROXY: `http://user:word@127.0.0.1:${port}`,
    },
  );
  expect((await keelson.run('plan')).err.replace(String(port), 'PORT')).toBe(
    `error[unreachable]: the proxy http://127.0.0.1:PORT wants credentials (407)
 = help: Write the user and the password into the URL of the proxy, before its host and an @

1 error
`,
  );
  strict.close();
});
