import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import { failuresOf, inShort, keelson, type Keelson } from '../support/keelson.ts';
import type { KindExample, Written } from '../kinds/examples/example.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';

const SECRET = { KEELSON_TEST_SECRET: 'https://hooks.example.com/a-secret-of-the-test' };

interface Exported {
  readonly example?: KindExample;
  readonly examples?: readonly KindExample[];
}

const folder = new URL('../kinds/examples/', import.meta.url);
const files = readdirSync(folder).filter((file) => file !== 'example.ts');
const examples = await Promise.all(
  files.map(async (file) => {
    const module = (await import(new URL(file, folder).href)) as Exported;
    return (module.examples ?? [module.example].filter((one) => one !== undefined)).map((example, index) => ({
      name: `${file.replace('.ts', '')} ${index + 1}`,
      example,
    }));
  }),
);

describe.each(examples.flat())('the kind of example $name', ({ example }) => {
  let platform: SandboxClient;
  let program: Keelson;

  beforeEach(async () => {
    platform = await sandbox();
    program = keelson(platform.sandbox.url, platform.token, SECRET);
    for (const username of example.users ?? []) await platform.user(username);
    if (example.scope !== 'instance') await platform.group('team');
    if (example.scope === 'project') {
      const namespace = await platform.get('/groups/team');
      await platform.post('/projects', { name: 'app', path: 'app', namespace_id: namespace.object['id'] ?? null });
    }
  });
  afterEach(() => program.close());

  it('converges from creation over a change and an export to its deletion', async () => {
    const before = document(example, example.before);
    const after = document(example, example.after);

    expect(failuresOf(await program.apply(before))).toEqual([]);
    expect(inShort(await program.plan(before))).toEqual([]);

    const change = await program.plan(after);
    expect(change.changes.filter(({ action }) => action !== 'delete').map(({ action }) => action)).toEqual(
      Array.from({ length: example.changes }, () => example.action),
    );
    expect(failuresOf(await program.apply(after))).toEqual([]);
    expect(inShort(await program.plan(after))).toEqual([]);

    expect(inShort(await program.plan(await program.export()))).toEqual([]);

    const kind = kinds.find(({ section }) => section === example.section);
    if (kind?.remove === undefined) return;
    const gone = document(example, absent(example.after));
    expect(failuresOf(await program.apply(gone))).toEqual([]);
    expect(inShort(await program.plan(gone))).toEqual([]);
  });

  it('sends no write where there is nothing to do', async () => {
    const before = document(example, example.before);
    await program.apply(before);
    program.requests.length = 0;
    await program.apply(before);
    expect(program.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('reads nothing twice', async () => {
    const before = document(example, example.before);
    await program.apply(before);
    program.requests.length = 0;
    await program.plan(before);
    const paths = program.requests.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });
});

const scratch = mkdtempSync(join(tmpdir(), 'keelson-contract-'));

/** The example's section in a whole document; files that it writes go to a folder of the test. */
function document(example: KindExample, section: Written): object {
  const { needs = {} } = example;
  const part = { [example.section]: placed(section) };
  switch (example.scope) {
    case 'instance': {
      const hosts = kinds.find((kind) => kind.section === example.section)?.hosts !== undefined;
      const { instance: given = null } = needs;
      const instance = isMap(given) ? given : {};
      return hosts ? { version: 1, ...needs, ...part } : { version: 1, ...needs, instance: { ...instance, ...part } };
    }
    case 'group':
      return { version: 1, ...needs, groups: { team: part } };
    case 'project':
      return { version: 1, ...needs, projects: { 'team/app': part } };
  }
}

function placed(value: Written): Written {
  if (Array.isArray(value)) return (value as readonly Written[]).map(placed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const sink = name === 'token_to' && isMap(inner) && typeof inner['file'] === 'string' ? inner['file'] : undefined;
      return [name, sink === undefined ? placed(inner) : { file: join(scratch, sink.replaceAll('/', '-')) }];
    }),
  );
}

/** The same entries, declared to be gone. */
function absent(section: Written): Written {
  const gone = (entry: Written): Written => ({ ...(isMap(entry) ? entry : {}), state: 'absent' });
  if (Array.isArray(section)) return (section as readonly Written[]).map(gone);
  if (!isMap(section)) return section;
  return Object.fromEntries(Object.entries(section).map(([name, entry]) => [name, gone(entry)]));
}

function isMap(value: Written): value is { readonly [name: string]: Written } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
