import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardFlags } from '../../src/engine/guard/guard-flags.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import { runHere, type Ended } from '../crash/program.ts';
import { poster } from '../crash/twins.ts';
import { openWire, type Wire } from '../crash/wire.ts';
import { documentOf, hookOf, hookUrl, memberOf } from './document.ts';
import { isInCircle, isInCircleOfProjects } from './judge.ts';
import type { Trees } from './tree.ts';

/** A platform on which trees are made, and the program that is let loose on them. */
export interface Stage {
  readonly sandbox: ServedSandbox;
  readonly wire: Wire;
  /** The state after each request that may have changed something, since the last reset. */
  readonly states: Snapshot[];
  /** Makes the live tree; gives the ids of its groups by their labels. */
  grow(trees: Trees): Promise<Grown>;
  run(command: 'apply' | 'plan' | 'validate', ...more: readonly string[]): Promise<Ended>;
  reset(state: Snapshot): void;
  close(): Promise<void>;
}

/** A tree that is live. */
export interface Grown {
  readonly before: Snapshot;
  readonly ids: ReadonlyMap<string, number>;
}

const USERS = 8;

/** Opens a platform without groups. */
export async function openStage(): Promise<Stage> {
  const sandbox = await serveSandbox();
  const states: Snapshot[] = [];
  const wire = await openWire(sandbox, ({ method }) => {
    if (method !== 'GET') states.push(sandbox.state());
  });
  const post = poster(sandbox, sandbox.token);
  const users: number[] = [];
  for (let user = 0; user < USERS; user++) {
    const username = memberOf(String(user));
    const email = `${username}@example.com`;
    users.push(Number((await post('/users', { username, name: username, email, password: 'long enough' }))['id']));
  }
  const empty = sandbox.state();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-trees-')));
  const env = { KEELSON_URL: wire.url, KEELSON_TOKEN: sandbox.token };
  const waived = guardFlags.flatMap(({ name }) => (name === 'swap' ? [] : [`--allow-${name}`]));
  let swaps: readonly string[] = [];

  const reset = (state: Snapshot): void => {
    wire.disarm();
    wire.seen.length = 0;
    sandbox.log.length = 0;
    sandbox.load(state);
    states.length = 0;
    // Each run is one of a process that knows of no other.
    rmSync(join(folder, '.keelson'), { recursive: true, force: true });
  };
  return {
    sandbox,
    wire,
    states,
    reset,
    async grow(trees) {
      sandbox.load(empty);
      const ids = new Map<string, number>();
      const byPath = new Map<string, number>();
      for (const { label, live } of trees.nodes) {
        if (live === undefined) continue;
        const cut = live.path.lastIndexOf('/');
        const parent = cut < 0 ? {} : { parent_id: byPath.get(live.path.slice(0, cut)) ?? 0 };
        const { id } = await post('/groups', { name: live.name, path: live.path.slice(cut + 1), ...parent });
        ids.set(label, Number(id));
        byPath.set(live.path, Number(id));
        await post(`/groups/${Number(id)}/hooks`, { url: hookUrl(label), name: hookOf(label) });
        await post(`/groups/${Number(id)}/members`, { user_id: users[Number(label)] ?? 0, access_level: 30 });
      }
      for (const { label, live } of trees.projects) {
        const cut = live.path.lastIndexOf('/');
        const namespace_id = byPath.get(live.path.slice(0, cut)) ?? 0;
        const { id } = await post('/projects', { name: live.name, path: live.path.slice(cut + 1), namespace_id });
        ids.set(label, Number(id));
        await post(`/projects/${Number(id)}/hooks`, { url: hookUrl(label), name: hookOf(label) });
      }
      writeFileSync(join(folder, 'keelson.yaml'), JSON.stringify(documentOf(trees)));
      // A swap is permitted by the number of a group that is to come to a path: the same words for every run.
      swaps = trees.nodes.flatMap((node) =>
        isInCircle(node, trees.nodes) ? ['--allow-swap', `${node.wanted.path}=${ids.get(node.label) ?? 0}`] : [],
      );
      const inThem = trees.projects.flatMap((one) =>
        isInCircleOfProjects(one, trees) ? ['--allow-swap', `${one.wanted}=${ids.get(one.label) ?? 0}`] : [],
      );
      swaps = [...swaps, ...inThem];
      const before = sandbox.state();
      reset(before);
      return { before, ids };
    },
    run: (command, ...more) =>
      runHere(
        folder,
        command === 'apply'
          ? ['apply', '--auto-approve', ...waived, ...swaps, ...more]
          : [command, ...(command === 'plan' ? swaps : []), ...more],
        command === 'validate' ? {} : env,
      ),
    async close() {
      await wire.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
