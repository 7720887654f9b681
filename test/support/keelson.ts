import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { createClient, type Client } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import type { Answer, Request } from '../../src/api/exchange.ts';
import type { FileSystem } from '../../src/config/files.ts';
import { loadConfig } from '../../src/config/load.ts';
import { refusedFields } from '../../src/config/refused-fields.ts';
import { writeConfig } from '../../src/config/write.ts';
import { sectionAddress } from '../../src/address.ts';
import { placeText } from '../../src/base/place.ts';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { hasErrors } from '../../src/base/diagnostic.ts';
import { apply, type ApplyOptions } from '../../src/engine/apply/apply.ts';
import { checkFreshness, checkSteps, holds } from '../../src/engine/apply/freshness.ts';
import { openJournal } from '../../src/engine/apply/journal/journal.ts';
import { createLookAgain } from '../../src/engine/apply/look-again.ts';
import { exportable } from '../../src/engine/export/exportable.ts';
import { kindOf, kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { everything } from '../../src/engine/export/survey.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import type { Desired, Plan } from '../../src/model.ts';
import type { Outcome } from '../../src/outcome.ts';
import { parsePlan } from '../../src/report/parse-plan.ts';
import { planJson } from '../../src/report/plan-json.ts';

const kinds = kindsByName(allKinds);

/** Files in memory, by their paths. */
export function filesOf(files: { readonly [path: string]: string }): FileSystem {
  return {
    look: (path) => ({
      type: path in files ? 'file' : 'directory',
      identity: path,
      size: files[path]?.length ?? 0,
    }),
    list: () => Object.keys(files),
    read: (path) => new TextEncoder().encode(files[path] ?? ''),
  };
}

/** What a document in YAML, or as plain data, asks for. Throws what is wrong with it. */
export function desiredOf(document: unknown, env: { readonly [name: string]: string } = {}): Desired {
  const text = typeof document === 'string' ? document : stringify(document);
  const { desired, diagnostics } = loadConfig('keelson.yaml', allKinds, filesOf({ 'keelson.yaml': text }), env);
  if (desired === undefined)
    throw new Error(
      `${diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(told)
        .join('\n')}\n${text}`,
    );
  return desired;
}

function told({ code, message, place }: Diagnostic): string {
  return `${place === undefined ? '' : placeText(place)} ${code}: ${message}`;
}

/** Keelson against one instance: the functions that the commands are made of, and every request that they send. */
export interface Keelson {
  readonly client: Client;
  readonly requests: Request[];
  plan(document: unknown): Promise<Plan>;
  apply(document: unknown, env?: { readonly [name: string]: string }): Promise<readonly Outcome[]>;
  /** Carries out a plan that was made a moment before, whatever has happened since. */
  carryOut(made: Plan): Promise<readonly Outcome[]>;
  /** Carries out a plan as one that was saved a moment before: each change is looked at again before it is made. */
  carryOutSaved(made: Plan): Promise<readonly Outcome[]>;
  /** The same by a plan that was saved and read back, each change of which is looked at again before it is made. */
  applySaved(document: unknown): Promise<readonly Outcome[]>;
  /** The live instance as YAML; the secrets that it refers to are set by the names that it gives them. */
  export(): Promise<string>;
  close(): Promise<void>;
}

/** Keelson with a token for the instance at a URL. What `forged` answers does not reach it. */
export function keelson(
  url: string,
  token: string,
  env: { readonly [name: string]: string } = {},
  forged: (request: Request) => Answer | undefined = () => undefined,
): Keelson {
  const requests: Request[] = [];
  const transport = createTransport({
    url,
    token,
    concurrency: 8,
    userAgent: 'keelson/test',
    witness: (request) => requests.push(request),
  });
  const client = createClient({
    ...transport,
    send: async (request) => forged(request) ?? (await transport.send(request)),
  });

  const planDesired = async (desired: Desired): Promise<Plan> => {
    const instance = await identify(client, url);
    const { world, diagnostics } = await observe(desired, kinds, client, instance);
    if (hasErrors(diagnostics)) throw new Error(diagnostics.map(told).join('\n'));
    const made = plan(desired, world, kinds);
    if (hasErrors(made.diagnostics)) throw new Error(made.diagnostics.map(told).join('\n'));
    return made;
  };

  const carryOut = async (made: Plan, more: { readonly [name: string]: string }, isSaved: boolean) => {
    const instance = await identify(client, url);
    const journal = await openJournal(join(mkdtempSync(join(tmpdir(), 'keelson-')), 'journal'), url);
    const workshop = {
      client,
      kinds,
      instance,
      env: { ...env, ...more },
      journal,
      lookAgain: createLookAgain(client, instance, kinds, 0),
      stop: QUIETLY.stop,
      follows: () => undefined,
      made: new Map(),
      found: new Map(),
      listed: new Map(),
    };
    const check = isSaved
      ? checkFreshness(createLookAgain(client, instance, kinds, 500), kinds, instance)
      : checkSteps(createLookAgain(client, instance, kinds, 0), kinds);
    try {
      const outcomes = await apply(made, workshop, { ...QUIETLY, check });
      await journal.end(false);
      return outcomes;
    } finally {
      await journal.release();
    }
  };
  return {
    client,
    requests,
    plan: (document) => planDesired(desiredOf(document, env)),
    carryOut: (made) => carryOut(made, {}, false),
    carryOutSaved: (made) => carryOut(made, {}, true),
    async apply(document, more = {}) {
      return carryOut(await planDesired(desiredOf(document, { ...env, ...more })), more, false);
    },
    async applySaved(document) {
      const parsed = parsePlan(planJson(await planDesired(desiredOf(document, env)), 0));
      if ('diagnostic' in parsed) throw new Error(parsed.diagnostic.message);
      return carryOut(parsed.plan, {}, true);
    },
    async export() {
      const instance = await identify(client, url);
      const { desired } = await everything(kinds, client, instance, () => true);
      const { world } = await observe(desired, kinds, client, instance);
      const sections = desired.sections.map(
        ({ scope, name }) =>
          exportable(
            scope,
            kindOf(kinds, name),
            world.sections.get(sectionAddress(scope, name)) ?? [],
            refusedFields(allKinds),
          ).section,
      );
      return writeConfig(
        sections.filter(({ entries }) => entries.length > 0),
        allKinds,
      );
    },
    close: () => client.close(),
  };
}

const QUIETLY: ApplyOptions = {
  concurrency: 8,
  stop: new AbortController().signal,
  askedFirst: [],
  goOnWhenStale: false,
  check: holds,
  finished: () => undefined,
};

/** What went wrong in a run; empty where all was done. */
export function failuresOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) => {
    switch (outcome.status) {
      case 'done':
        return [];
      case 'failed': {
        const { call, message, serverMessage } = outcome.failure;
        return [
          `${outcome.change.address}: ${call?.method ?? ''} ${call?.path ?? ''}: ${message} ${serverMessage ?? ''}`,
        ];
      }
      case 'stale':
        return [`${outcome.change.address}: stale`];
      case 'not-attempted':
        return [`${outcome.change.address}: not attempted, ${outcome.because}`];
    }
  });
}

/** The changes of a plan in short: `update group[a]/hook[ci] (url)`. */
export function inShort({ changes }: Plan): string[] {
  return changes.map(({ action, address, fields }) => {
    const paths = fields.map(({ path }) => path).join(', ');
    return action === 'update' ? `${action} ${address} (${paths})` : `${action} ${address}`;
  });
}
