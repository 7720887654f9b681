import { createClock, type Clock } from '../../src/sandbox/store/clock.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { workspace, type Ran, type Workspace } from '../cli/keelson.ts';

/** Longer than the events before a look count once more. */
export const HOURS = 3_600_000;

/** How many groups of the ground have members declared. */
export const TEAMS = 8;

/** An instance with some groups, applied, and a look from some hours ago in the usual file. */
export interface Ground {
  readonly gitlab: SandboxClient;
  readonly keelson: Workspace;
  readonly clock: Clock;
  /** The numbers of alice, bob and carol. */
  readonly people: { readonly [name: string]: number };
  /** Runs drift, and gives what it says as JSON and which groups had their members read. */
  readonly drift: (...args: readonly string[]) => Promise<Told>;
}

/** What a drift said. */
export interface Told extends Ran {
  readonly look: { readonly read: number; readonly believed: number; readonly since?: string; readonly why?: string };
  readonly addresses: readonly string[];
  readonly requests: number;
}

export const yaml = (more = ''): string =>
  `groups:\n${Array.from(
    { length: TEAMS },
    (_, index) => `  team-${index}:\n    visibility: private\n    members: { alice: owner, bob: developer }\n`,
  ).join('')}${more}`;

/** A ground on which a look was kept three hours ago. */
export async function ground(text = yaml(), options: SandboxOptions = {}): Promise<Ground> {
  const clock = createClock();
  const gitlab = await sandbox({ clock, ...options });
  const people: { [name: string]: number } = {};
  for (const name of ['alice', 'bob', 'carol']) people[name] = await gitlab.user(name);
  const keelson = workspace({ 'keelson.yaml': text }, { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token });
  const applied = await keelson.run('apply', '--auto-approve');
  if (applied.status !== 0) throw new Error(applied.err);
  clock.advance(2 * HOURS);
  const drift = async (...args: readonly string[]): Promise<Told> => {
    gitlab.sandbox.log.length = 0;
    const ran = await keelson.run('drift', '--json', ...args);
    const requests = gitlab.sandbox.log.length;
    if (ran.out === '') throw new Error(ran.err);
    const said = JSON.parse(ran.out) as {
      readonly look: Told['look'];
      readonly changes: readonly { readonly address: string }[];
      readonly unmanaged: readonly { readonly entries: readonly { readonly address: string }[] }[];
    };
    const addresses = [...said.changes, ...said.unmanaged.flatMap(({ entries }) => entries)].map(
      ({ address }) => address,
    );
    return { ...ran, look: said.look, addresses, requests };
  };
  await drift('--since', 'last');
  clock.advance(3 * HOURS);
  return { gitlab, keelson, clock, people, drift };
}
