import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { apiOf, isObject } from './api.ts';
import type { Kept, Orders } from './keeper.ts';
import type { Ground } from './ground.ts';

const program = new URL('../../../dist/main.js', import.meta.url).pathname;

/** Starts the keeper of this run, and tells the tests where they are. Vitest calls it once, and what it returns in the end. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(program)) throw new Error('There is no dist/main.js: `npm run build` makes it.');
  const {
    KEELSON_ACCEPTANCE_URL: url,
    KEELSON_ACCEPTANCE_TOKEN: given,
    KEELSON_ACCEPTANCE_LATENCY: latency = '0',
  } = process.env;
  if (url !== undefined && given === undefined)
    throw new Error('KEELSON_ACCEPTANCE_URL is set, and KEELSON_ACCEPTANCE_TOKEN is not: whose instance is it?');
  const token = url === undefined ? 'glpat-acceptance-of-the-sandbox' : (given ?? '');
  // On the sandbox everything may be changed.
  const may = (name: string): boolean => url === undefined || process.env[name] === '1';
  const root = `keelson-${randomBytes(4).toString('hex')}`;
  const instance = may('KEELSON_ACCEPTANCE_INSTANCE');
  const folder = mkdtempSync(join(tmpdir(), 'keelson-acceptance-'));
  const keeper = await startKeeper({ url, root, program, latency: Number(latency), instance, folder }, token);
  const api = apiOf(keeper.url, token);
  await api.post('/groups', { name: root, path: root });
  const { repository_storages_weighted: storages } = (await api.get('/application/settings')).object;
  const { version, enterprise } = (await api.get('/version')).object;
  const ground: Ground = {
    ...{ url: keeper.url, unlicensed: keeper.unlicensed, token, root, program, instance, folder },
    real: url !== undefined,
    git: may('KEELSON_ACCEPTANCE_GIT'),
    storages: isObject(storages) ? Object.keys(storages) : [],
    version: typeof version === 'string' ? version : '',
    tier: enterprise === true ? await tierOf(api, root) : 'free',
  };
  provide('ground', ground);
  return async () => {
    keeper.child.stdin?.end();
    const code = await keeper.ended;
    if (code !== 0) throw new Error('Something was left behind; what it is stands above.');
  };
}

/** What is there tells the tier: member roles are Ultimate, SAML links Premium (18.9). */
async function tierOf(api: ReturnType<typeof apiOf>, group: string): Promise<Ground['tier']> {
  if ((await api.ask('GET', '/member_roles')).status === 200) return 'ultimate';
  return (await api.ask('GET', `/groups/${group}/saml_group_links`)).status === 200 ? 'premium' : 'free';
}

interface Keeper extends Kept {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

/** The keeper is of a group of its own, so that Ctrl-C does not end it before it has cleaned up. */
async function startKeeper(orders: Orders, token: string): Promise<Keeper> {
  const file = join(orders.folder, 'keeper.mjs');
  const entry = new URL('keeper.ts', import.meta.url).pathname;
  await build({ entryPoints: [entry], outfile: file, bundle: true, platform: 'node', format: 'esm' });
  const child = spawn(process.execPath, [file, JSON.stringify(orders)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], KEELSON_ACCEPTANCE_TOKEN: token },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    child.once('close', () => {
      reject(new Error('The keeper of the acceptance run ended before it began.'));
    });
  });
  return { ...(JSON.parse(line) as Kept), child, ended };
}
