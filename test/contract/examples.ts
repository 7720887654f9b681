import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds } from '../../src/kinds/index.ts';
import type { KindExample, Written } from '../kinds/examples/example.ts';
import { keelson, type Keelson } from '../support/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { snippetsOn } from '../sandbox/snippets-on.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';

export const SECRET = { KEELSON_TEST_SECRET: 'https://hooks.example.com/a-secret-of-the-test' };

interface Exported {
  readonly example?: KindExample;
  readonly examples?: readonly KindExample[];
}

const folder = new URL('../kinds/examples/', import.meta.url);
const files = readdirSync(folder).filter((file) => file !== 'example.ts');
/** Every example of every kind, by a name. */
export const examples: readonly { readonly name: string; readonly example: KindExample }[] = (
  await Promise.all(
    files.map(async (file) => {
      const module = (await import(new URL(file, folder).href)) as Exported;
      return (module.examples ?? [module.example].filter((one) => one !== undefined)).map((example, index) => ({
        name: `${file.replace('.ts', '')} ${index + 1}`,
        example,
      }));
    }),
  )
).flat();

/** A sandbox in which an example can live, and Keelson pointed at it. */
export async function ground(
  example: KindExample,
  options: SandboxOptions = {},
): Promise<{ readonly platform: SandboxClient; readonly program: Keelson }> {
  // Error tracking by GitLab itself is off on a fresh one.
  const platform = await sandbox({ features: ['integrated_error_tracking'], ...options });
  // What the tokens of another platform were kept in is never written over.
  for (const kept of readdirSync(scratch)) rmSync(join(scratch, kept));
  for (const username of example.users ?? []) await platform.user(username);
  if (example.snippets !== undefined) await snippetsOn(platform, example.snippets);
  const isProject = example.scope === 'project' || example.section === 'projects';
  if (example.scope !== 'instance' || isProject) await platform.group('team');
  if (isProject) {
    const namespace = await platform.get('/groups/team');
    await platform.post('/projects', { name: 'app', path: 'app', namespace_id: namespace.object['id'] ?? null });
  }
  return { platform, program: keelson(platform.sandbox.url, platform.token, SECRET) };
}

const scratch = mkdtempSync(join(tmpdir(), 'keelson-contract-'));

/** The example's section in a whole document; files that it writes go to a folder of the test. */
export function document(example: KindExample, section: Written): object {
  const { needs = {} } = example;
  const part = { [example.section]: placed(section) };
  switch (example.scope) {
    case 'instance': {
      const hosts = kinds.find((kind) => kind.section === example.section)?.host !== undefined;
      const { instance: given = null } = needs;
      const instance = isMap(given) ? given : {};
      return hosts ? { version: 1, ...needs, ...part } : { version: 1, ...needs, instance: { ...instance, ...part } };
    }
    case 'group': {
      const { groups: given = null } = needs;
      const groups = isMap(given) ? given : {};
      const { team: own = null } = groups;
      return { version: 1, ...needs, groups: { ...groups, team: { ...(isMap(own) ? own : {}), ...part } } };
    }
    case 'project':
      return { version: 1, ...needs, projects: { 'team/app': part } };
  }
}

function placed(value: Written): Written {
  if (Array.isArray(value)) return (value as readonly Written[]).map(placed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      return [name, name === 'token_to' ? elsewhere(inner) : placed(inner)];
    }),
  );
}

/** Where a token goes, with its files in a folder of their own. */
function elsewhere(sinks: Written): Written {
  if (Array.isArray(sinks)) return (sinks as readonly Written[]).map(elsewhere);
  const file = isMap(sinks) && typeof sinks['file'] === 'string' ? sinks['file'] : undefined;
  return file === undefined ? sinks : { file: join(scratch, file.replaceAll('/', '-')) };
}

/** The entries of an example's end, declared to be gone. */
export function absent({ section: name, after: section }: KindExample): Written {
  const isSingle = kinds.find((kind) => kind.section === name)?.shape.type === 'single';
  const gone = (entry: Written): Written => {
    if (Array.isArray(entry)) return (entry as readonly Written[]).map(gone);
    const fields = Object.entries(isMap(entry) ? entry : {}).filter(([word]) => word !== 'previously');
    return { ...Object.fromEntries(fields), state: 'absent' };
  };
  if (Array.isArray(section)) return (section as readonly Written[]).map(gone);
  if (isSingle || !isMap(section)) return gone(section);
  return Object.fromEntries(Object.entries(section).map(([name, entry]) => [name, gone(entry)]));
}

function isMap(value: Written): value is { readonly [name: string]: Written } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
