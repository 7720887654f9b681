import { readFileSync } from 'node:fs';
import { occupiedFolder } from './files/export-folder.ts';
import { settledCompany } from '../demo/company.ts';
import { startSandbox, type SandboxOptions } from '../sandbox/index.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { onInterrupt } from './terminal/interrupt.ts';
import { openTerminal, type TerminalOptions } from './terminal/terminal.ts';

export interface SandboxCommandOptions extends TerminalOptions {
  readonly port: number;
  readonly token: string;
  readonly seed?: string;
  /** It begins with the company of examples/instance, in which some has been changed by hand; the folder for its repository, where it is to have one. */
  readonly demo?: true | string;
  readonly latency: number;
  readonly workers?: number;
  readonly faults?: string;
  readonly rateLimit?: string;
  readonly endpointLimits?: true;
  readonly version: string;
  readonly tier?: NonNullable<SandboxOptions['tier']>;
  readonly ldapProviders?: readonly string[];
  readonly samlProviders?: readonly string[];
}

/** Serves the platform on the loopback interface until it is interrupted. */
export async function sandbox(options: SandboxCommandOptions): Promise<ExitStatus> {
  const terminal = openTerminal(options);
  const { demo } = options;
  const folder = typeof demo === 'string' ? demo : undefined;
  const occupied = folder === undefined ? [] : occupiedFolder(folder, 'the repository');
  if (occupied.length > 0) {
    terminal.diagnose(occupied);
    return EXIT.failed;
  }
  if (demo !== undefined)
    terminal.say('Meridian Freight, the company of examples/instance, moves in, which takes some seconds.');
  const started = await start(options);
  if (typeof started === 'string') {
    const remedy = 'give another --port, or 0 for any that is free';
    terminal.diagnose([
      { severity: 'error', code: 'bad-sandbox', message: started, ...(started.includes('EADDRINUSE') && { remedy }) },
    ]);
    return EXIT.failed;
  }
  terminal.say(`The sandbox listens on ${started.url}; the administrator's token is ${options.token}.`);
  if (folder !== undefined)
    terminal.say(`Its repository is in ${folder}: go there, and \`. ./env.sh\` sets what keelson needs.`);
  terminal.say('Stop it with Ctrl-C.');
  const interrupt = onInterrupt(() => undefined);
  await new Promise<void>((resolve) => {
    interrupt.signal.addEventListener('abort', () => {
      resolve();
    });
  });
  await started.close();
  interrupt.dispose();
  return EXIT.done;
}

async function start(options: SandboxCommandOptions): Promise<Awaited<ReturnType<typeof startSandbox>> | string> {
  const { token, latency, workers, faults, version, tier, ldapProviders, samlProviders } = options;
  const rateLimit = options.rateLimit === undefined ? undefined : rateOf(options.rateLimit);
  if (rateLimit === null) return `--rate-limit ${options.rateLimit ?? ''} is no rate: write it like 20/s`;
  try {
    const { port, seed } = await beginning(options);
    return await startSandbox({
      port,
      token,
      latency,
      version,
      ...(seed !== undefined && { seed }),
      ...(workers !== undefined && { workers }),
      ...(faults !== undefined && { faults }),
      ...(rateLimit !== undefined && { rateLimit }),
      ...(options.endpointLimits === true && { endpointLimits: 'on' }),
      ...(tier !== undefined && { tier }),
      ...(ldapProviders !== undefined && { ldapProviders }),
      ...(samlProviders !== undefined && { samlProviders }),
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The port, and the state that it begins with; undefined for an empty instance. */
async function beginning(options: SandboxCommandOptions): Promise<{ readonly port: number; readonly seed?: unknown }> {
  const { seed, demo, token, port } = options;
  if (demo !== undefined) return settledCompany(token, port, demo === true ? undefined : demo);
  return { port, ...(seed !== undefined && { seed: JSON.parse(readFileSync(seed, 'utf8')) as unknown }) };
}

const SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, min: 60, h: 3600 };

/** `20/s` as requests and seconds; null for what is no rate. */
function rateOf(text: string): { requests: number; seconds: number } | null {
  const [, requests, unit = 's'] = /^(\d+)(?:\/(s|m|min|h))?$/.exec(text) ?? [];
  return requests === undefined ? null : { requests: Number(requests), seconds: SECONDS[unit] ?? 1 };
}
