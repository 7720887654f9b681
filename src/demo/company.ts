import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../sandbox/index.ts';
import { administrator, foundMeridian, fridayEvening, tokenOf } from './meridian.ts';
import { platform, type Platform } from './platform.ts';
import { runSelf } from './run-self.ts';
import { DEMO_SECRETS, layRepository } from './stage.ts';

/** A company that has moved in: the state of its instance, and the port, since its ledger holds for the URL that it was made at. */
export interface Settled {
  readonly seed: object;
  readonly port: number;
}

/**
 * Brings the company of examples/instance to an instance of its own, from its repository, which is left in the folder where one is given;
 * two people change something by hand after that. This program itself applies it, as the administrator; throws where that fails.
 */
export async function settledCompany(token: string, port: number, folder?: string): Promise<Settled> {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'keelson-company-'));
  const sandbox = await startSandbox({ token, port });
  const root = platform(sandbox.url, token);
  try {
    layRepository(home);
    await foundMeridian(root, join(home, 'config'));
    const settings = { ...DEMO_SECRETS, KEELSON_URL: sandbox.url, KEELSON_TOKEN: token };
    const applied = await runSelf(['apply', '--auto-approve'], home, { ...process.env, ...settings });
    if (applied.status !== 0) throw new Error(`examples/instance could not be applied: ${applied.errors}`);
    forgetFormerNames(join(home, 'config'));
    await fridayEvening(platform(sandbox.url, await administrator(root, 'tomas.lind')));
    await faultFinding(platform(sandbox.url, await tokenOf(root, 'ines.moreau', ['api'])));
    writeFileSync(join(home, 'env.sh'), exports(settings), { mode: 0o600 });
    return { seed: sandbox.state(), port: Number(new URL(sandbox.url).port) };
  } finally {
    await sandbox.close();
    if (folder === undefined) rmSync(home, { recursive: true, force: true });
  }
}

/** Takes out what the repository says of earlier names, as its owners do once that is applied: a plan would tell them to. */
function forgetFormerNames(config: string): void {
  for (const name of readdirSync(config)) {
    const text = readFileSync(join(config, name), 'utf8');
    writeFileSync(join(config, name), text.replace(/^ +previously: .*\n/gm, ''));
  }
}

/** Ines, who owns the platform group, looks for a fault, and leaves a hook behind. */
async function faultFinding(ines: Platform): Promise<void> {
  await ines.call('POST', '/groups/platform%2Fobservability/hooks', {
    name: 'debug',
    url: 'https://debug.meridian.example/in',
    push_events: true,
  });
}

/** Variables as a shell takes them. */
function exports(variables: { readonly [name: string]: string }): string {
  const lines = Object.entries(variables).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  );
  return ['# The instance, and the secrets of the example, which are worth nothing.', ...lines, ''].join('\n');
}
