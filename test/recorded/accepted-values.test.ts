import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../src/sandbox/store/json.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import { failuresOf, inShort, keelson } from '../support/keelson.ts';
import { documentOf } from './accepted-document.ts';
import { acceptedIn, GROUP, PROJECT, SUBGROUP, SWEEPS } from './accepted.ts';

/**
 * No value that a real GitLab 18.9 took differs for ever: each is declared, applied, and planned to nothing. What `validate` refuses
 * of them stands in accepted-and-refused.txt with the reason: `npx vitest run test/recorded/accepted-values.test.ts -u` writes it anew.
 */
describe('a value that GitLab takes is applied once', () => {
  const refusals = new Set<string>();

  it.each(SWEEPS)('in the sweep of %s', { timeout: 240_000 }, async (recording) => {
    const sandbox = await serveSandbox();
    const env: { [name: string]: string } = {};
    const program = keelson(sandbox.url, sandbox.token, env);
    try {
      await ground(sandbox);
      const open: string[] = [];
      let values = 0;
      for (const accepted of acceptedIn(recording)) {
        const { text, declared, refused } = documentOf(accepted, env);
        for (const { attribute, value, why } of refused)
          refusals.add(`${accepted.section}.${attribute} = ${JSON.stringify(value).slice(0, 60)}: ${why}`);
        if (text === undefined) continue;
        values += declared.length;
        const left = await differences(program, text);
        if (left.length > 0 && !left.every((line) => DROPPED.some((dropped) => line.endsWith(dropped))))
          open.push(`${text} ${left.join('; ')}`);
      }
      console.info(`${recording}: ${values} values that GitLab took are declared`);
      expect(open).toEqual([]);
      expect(values).toBeGreaterThan(0);
    } finally {
      await program.close();
      await sandbox.close();
    }
  });

  it('and what validate refuses of them is listed', async () => {
    await expect([...refusals].sort().join('\n')).toMatchFileSnapshot('accepted-and-refused.txt');
  });
});

/** What the platform takes and drops for what this instance has or is set to: only the answer tells, and the run fails with it. */
const DROPPED = [
  // There is no such provider.
  'disabled_oauth_sign_in_sources is not ["a.example","b.example"]',
  // The usage ping is off.
  'usage_ping_features_enabled is not true',
];

async function differences(program: ReturnType<typeof keelson>, text: string): Promise<string[]> {
  try {
    const failures = failuresOf(await program.apply(text));
    return failures.length > 0 ? failures : inShort(await program.plan(text));
  } catch (error) {
    return [String(error)];
  }
}

/** The groups and the project that the entries stand in. */
async function ground({ url, token }: { readonly url: string; readonly token: string }): Promise<void> {
  const post = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const headers = { 'private-token': token, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v4${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const made: unknown = await answer.json();
    if (!answer.ok || !isJsonObject(made)) throw new Error(`POST ${path}: ${answer.status}`);
    return made;
  };
  await post('/groups', { name: GROUP, path: GROUP });
  const [above = '', path = ''] = PROJECT.split('/');
  const other = await post('/groups', { name: above, path: above, visibility: 'public' });
  await post('/groups', { name: 'sub', path: SUBGROUP.slice(above.length + 1), parent_id: other['id'] ?? null });
  await post('/projects', { name: path, path, namespace_id: other['id'] ?? null });
}
