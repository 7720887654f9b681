import { createClient } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import { hasErrors, type Diagnostic } from '../../src/base/diagnostic.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import type { Desired, Plan, World } from '../../src/model.ts';
import type { Outcome } from '../../src/outcome.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { desiredOf, keelson, type Keelson } from '../support/keelson.ts';
import { USERS, type Document } from './documents.ts';

export const kinds = kindsByName(allKinds);

const SECRETS = { PROPERTY_SECRET: 'a-secret-of-the-properties' };

/** A platform that is brought back to its beginning for every case. */
export interface Stage {
  readonly sandbox: ServedSandbox;
  readonly program: Keelson;
  reset(): void;
  /** What a document asks for, and what is live of it. */
  observe(document: Document): Promise<{ readonly desired: Desired; readonly world: World; readonly said: Said }>;
  /** The plan, or nothing where the document cannot be planned. */
  plan(document: Document): Promise<Plan | undefined>;
  apply(document: Document): Promise<readonly Outcome[]>;
  close(): Promise<void>;
}

type Said = readonly Diagnostic[];

/** Sets up a platform with some people on it. */
export async function openStage(): Promise<Stage> {
  const sandbox = await serveSandbox();
  for (const username of USERS) await addUser(sandbox, username);
  const start = sandbox.state();
  const program = keelson(sandbox.url, sandbox.token, SECRETS);
  const client = createClient(
    createTransport({
      url: sandbox.url,
      token: sandbox.token,
      concurrency: 8,
      userAgent: 'keelson/test',
      witness: () => undefined,
    }),
  );

  const observed: Stage['observe'] = async (document) => {
    const desired = desiredOf(document, SECRETS);
    const { world, diagnostics } = await observe(desired, kinds, client, await identify(client, sandbox.url));
    return { desired, world, said: diagnostics };
  };

  return {
    sandbox,
    program,
    observe: observed,
    reset() {
      sandbox.load(start);
      sandbox.log.length = 0;
    },
    async plan(document) {
      const { desired, world, said } = await observed(document);
      const made = plan(desired, world, kinds);
      return hasErrors(said) || hasErrors(made.diagnostics) ? undefined : made;
    },
    apply: (document) => program.apply(document),
    async close() {
      await Promise.all([program.close(), client.close()]);
      await sandbox.close();
    },
  };
}

async function addUser({ url, token }: ServedSandbox, username: string): Promise<void> {
  const body = JSON.stringify({ username, name: username, email: `${username}@example.com`, password: 'long enough' });
  const headers = { 'content-type': 'application/json', 'private-token': token };
  const { status } = await fetch(`${url}/api/v4/users`, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`POST /users was answered with ${status}`);
}
