import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import type { Json, Plan } from '../../src/model.ts';
import schema from '../../schemas/plan.schema.json' with { type: 'json' };
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { driftJson } from '../../src/report/drift-json.ts';
import { parsePlan } from '../../src/report/parse-plan.ts';
import { planChecksum, planDocument, planJson } from '../../src/report/plan-json.ts';
import { planArbitrary } from './plan-arbitrary.ts';
import { change, plan, samplePlan, sampleReads } from './sample-plan.ts';

/** The data of a plan, whatever the order of its names. */
const dataOf = (original: Plan): string => canonicalJson(JSON.parse(JSON.stringify(original)) as Json);

const codeOf = (text: string): string => {
  const parsed = parsePlan(text);
  return 'diagnostic' in parsed ? parsed.diagnostic.code : 'a plan';
};

const edited = (edit: (document: Record<string, unknown>) => void): string => {
  const document = JSON.parse(planJson(samplePlan, sampleReads)) as Record<string, unknown>;
  edit(document);
  return JSON.stringify(document);
};

describe('a plan as JSON', () => {
  test('says in no address what a URL holds of passwords, nor does drift', () => {
    const [first] = samplePlan.changes;
    if (first === undefined) throw new Error('the sample has no change');
    const named = plan({ changes: [{ ...first, address: 'group[a]/hook[https://n:hunter2@h.example/]' }] });
    for (const text of [planJson(named, 1), driftJson(named, 1, new Map())]) {
      expect(text).toContain('"address": "group[a]/hook[https://(secret)@h.example/]"');
      expect(text).not.toContain('hunter2');
    }
  });

  test('is the documented form', () => {
    const [, , , hook] = samplePlan.changes;
    const one = plan({ changes: hook ? [hook] : [], unmanaged: [{ section: 'group[platform]/members', count: 3 }] });
    expect(planJson(one, 14)).toMatchInlineSnapshot(`
      "{
        "format": "keelson/plan@1",
        "checksum": "698b3d1a295f15a7daaa1b651c0e0fe5d24a165d1549c73519309fdaf633e678",
        "target": {
          "url": "https://gitlab.example.com",
          "version": "18.9.2-ee"
        },
        "summary": {
          "create": 0,
          "update": 1,
          "replace": 0,
          "delete": 0,
          "unchanged": 40,
          "unmanaged": 3,
          "unverifiable": 0
        },
        "changes": [
          {
            "address": "group[platform]/hook[ci]",
            "action": "update",
            "reason": "push_events, url differ",
            "cause": {
              "code": "differs",
              "fields": [
                "push_events",
                "url"
              ]
            },
            "fields": [
              {
                "path": "url",
                "from": "https://ci.example.com/hook",
                "to": "https://ci.example.com/v2/hook"
              },
              {
                "path": "token",
                "from": "(secret)",
                "to": "(secret)"
              },
              {
                "path": "push_events",
                "from": false,
                "to": true
              }
            ],
            "calls": [
              {
                "method": "PUT",
                "path": "/groups/platform/hooks/3",
                "body": {
                  "url": "https://ci.example.com/v2/hook",
                  "token": {
                    "$secret": {
                      "type": "env",
                      "name": "CI_HOOK_TOKEN"
                    }
                  },
                  "push_events": true
                }
              }
            ],
            "needs": [],
            "place": {
              "file": "config/platform.yaml",
              "line": 21,
              "column": 7
            },
            "seen": {
              "reads": [
                {
                  "path": "/hooks",
                  "pages": true
                }
              ],
              "key": "ci",
              "hash": "a1b2"
            }
          }
        ],
        "unmanaged": [
          {
            "section": "group[platform]/members",
            "count": 3
          }
        ],
        "unverifiable": [],
        "diagnostics": [],
        "forecast": {
          "reads": 14,
          "writes": 1
        }
      }
      "
    `);
  });

  test('has a checksum that stands for the data, not for the order of its names', () => {
    const [first] = samplePlan.changes;
    const reordered = first && Object.fromEntries(Object.entries(first).reverse());
    expect(planChecksum(plan({ changes: first ? [first] : [] }), 1)).toBe(
      planChecksum(plan({ changes: first && reordered ? [{ ...first, ...reordered }] : [] }), 1),
    );
    expect(planChecksum(plan({ unchanged: 1 }), 1)).not.toBe(planChecksum(plan({ unchanged: 2 }), 1));
  });

  test('holds no value of a secret, and no line of a file', () => {
    const secret = new Secret({ type: 'text', at: 'config/a.yaml:3:4' }, 'hunter2');
    const place = { file: 'config/a.yaml', line: 3, column: 4, text: 'token: hunter2' };
    const calls = [{ method: 'POST', path: '/hooks', body: { token: secret, more: [{ token: secret }] } }] as const;
    const text = planJson(
      plan({
        changes: [change({ address: 'instance/system_hook[a]', action: 'create', calls, place })],
        diagnostics: [{ severity: 'warning', code: 'held', message: 'x', place, related: [{ message: 'y', place }] }],
      }),
      1,
    );
    expect(text).not.toContain('hunter2');
    expect(codeOf(text)).toBe('plan-file-secret');
  });
});

describe('a saved plan', () => {
  test('comes back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(planArbitrary, fc.nat(), (original, reads) => {
        const parsed = parsePlan(planJson(original, reads));
        if ('diagnostic' in parsed) expect.fail(parsed.diagnostic.message);
        expect(dataOf(parsed.plan)).toBe(dataOf(original));
        expect(parsed.reads).toBe(reads);
        expect(planJson(parsed.plan, parsed.reads)).toBe(planJson(original, reads));
      }),
    );
  });

  test('has its secrets back as secrets', () => {
    const parsed = parsePlan(planJson(samplePlan, sampleReads));
    const tokens =
      'plan' in parsed ? parsed.plan.changes.flatMap(({ calls }) => calls.map(({ body }) => body?.['token'])) : [];
    const [token] = tokens.filter((found) => found !== undefined);
    expect(token).toBeInstanceOf(Secret);
    expect(JSON.stringify(token)).toBe('{"$secret":{"type":"env","name":"CI_HOOK_TOKEN"}}');
  });

  test.each([
    ['is cut', 'plan-file-cut', planJson(samplePlan, sampleReads).slice(0, -40)],
    ['is empty', 'plan-file-cut', ''],
    ['is another JSON', 'plan-file-foreign', '{"format_version":"1.2"}'],
    ['is no object', 'plan-file-foreign', '[1, 2]'],
    ['is an outcome', 'plan-file-foreign', '{"format":"keelson/outcome@1"}'],
    ['is of a later version', 'plan-file-newer', edited((document) => (document['format'] = 'keelson/plan@2'))],
    ['lacks a part', 'plan-file-invalid', edited((document) => delete document['changes'])],
    ['has a part too many', 'plan-file-invalid', edited((document) => (document['extra'] = 1))],
    ['was edited', 'plan-file-edited', edited((document) => (document['unverifiable'] = []))],
    [
      'is nested beyond measure',
      'plan-file-invalid',
      edited((document) => (document['changes'] = 0)).replace(
        '"changes":0',
        `"changes":[{"fields":${'['.repeat(5_000)}${']'.repeat(5_000)}}]`,
      ),
    ],
  ])('that %s is refused as %s', (_, code, text) => {
    expect(codeOf(text)).toBe(code);
  });

  test('is covered by its checksum, whatever of it was edited: what a reviewer reads, too', () => {
    const warned = plan({
      diagnostics: [
        { severity: 'warning', code: 'forgets', message: 'GitLab forgets the token', remedy: 'declare it' },
      ],
      unmanaged: [{ section: 'group[a]/members', count: 1, entries: [{ address: 'group[a]/member[eve]', id: 4 }] }],
      targets: ['group[a]**'],
      refusals: [{ guard: 'protected', message: 'group[a] would be deleted', addresses: ['group[a]'] }],
      spared: ['group[a]/member[root]'],
    });
    const json = JSON.parse(planJson(warned, 1)) as { readonly [name: string]: unknown };
    for (const [name, value] of Object.entries(json).filter(([key]) => !['format', 'checksum'].includes(key))) {
      const without = Object.fromEntries(Object.entries(json).filter(([key]) => key !== name));
      expect(codeOf(JSON.stringify(without)), name).toMatch(/^plan-file-(edited|invalid)$/);
      const text = JSON.stringify(value);
      const other = text.replace(/[a-z](?=["\] ])/, 'X').replace(/:1\b/, ':2');
      if (text === other) continue;
      const code = codeOf(JSON.stringify({ ...without, [name]: JSON.parse(other) as unknown }));
      expect(code, `${name}: ${other}`).toMatch(/^plan-file-(edited|invalid)$/);
    }
    for (const emptied of ['diagnostics', 'unmanaged', 'refusals'])
      expect(codeOf(JSON.stringify({ ...json, [emptied]: [] })), emptied).toBe('plan-file-edited');
  });

  test('never makes the reader throw, wherever it is damaged', () => {
    const whole = planJson(samplePlan, sampleReads);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), (at, put) => {
        const damaged = whole.slice(0, at) + put + whole.slice(at + put.length);
        // Damage that leaves the same data (white space, an equal character) is none.
        const same = (): boolean => JSON.stringify(JSON.parse(damaged)) === JSON.stringify(JSON.parse(whole));
        const code = codeOf(damaged);
        expect(code === 'a plan' ? same() : code.startsWith('plan-file-')).toBe(true);
      }),
    );
  });

  test('says what is wrong and what to do', () => {
    expect(parsePlan('{')).toMatchInlineSnapshot(`
      {
        "diagnostic": {
          "code": "plan-file-cut",
          "message": "the plan file is not whole: it ends early, or is no JSON",
          "remedy": "Remove the file, and make the plan anew with \`keelson plan --out FILE\`",
          "severity": "error",
        },
      }
    `);
    expect(parsePlan(edited((document) => (document['format'] = 'keelson/plan@7')))).toMatchInlineSnapshot(`
      {
        "diagnostic": {
          "code": "plan-file-newer",
          "message": "the plan file has format keelson/plan@7, and this version of Keelson knows keelson/plan@1",
          "remedy": "Apply it with the version of Keelson that made it",
          "severity": "error",
        },
      }
    `);
    expect(parsePlan(edited((document) => (document['forecast'] = { reads: -1, writes: 0 })))).toMatchInlineSnapshot(`
      {
        "diagnostic": {
          "code": "plan-file-invalid",
          "message": "the plan file does not fit its schema at /forecast/reads: must be >= 0",
          "remedy": "Remove the file, and make the plan anew with \`keelson plan --out FILE\`",
          "severity": "error",
        },
      }
    `);
    expect(parsePlan(edited((document) => (document['checksum'] = '0'.repeat(64))))).toMatchInlineSnapshot(`
      {
        "diagnostic": {
          "code": "plan-file-edited",
          "message": "the plan file was edited after it was made: its checksum does not fit",
          "remedy": "Remove the file, and make the plan anew with \`keelson plan --out FILE\`",
          "severity": "error",
        },
      }
    `);
  });
});

test('the published schema names every property of a plan, and no other', () => {
  const documents = fc.sample(planArbitrary, { numRuns: 300, seed: 1 }).map((sampled) => planDocument(sampled, 1));
  const changes = documents.flatMap((document) => document.changes);
  const calls = changes.flatMap((saved) => saved.calls);
  const diagnostics = documents.flatMap((document) => document.diagnostics);
  const names = (objects: readonly object[]): readonly string[] => [...new Set(objects.flatMap(Object.keys))].sort();
  const named = (definition: { readonly properties: object }): readonly string[] => names([definition.properties]);
  // `drift --json` says who touched what beside the plan, and what access of its own it found.
  expect([...names(documents), 'due_soon', 'own_access', 'touched'].sort()).toEqual(named(schema));
  expect(names(documents.map(({ summary }) => summary))).toEqual(named(schema.properties.summary));
  expect(names(changes)).toEqual(named(schema.$defs.change));
  expect(names(changes.flatMap(({ fields }) => fields))).toEqual(named(schema.$defs.field));
  expect(names(changes.flatMap(({ place }) => place ?? []))).toEqual(named(schema.$defs.place));
  const seen = changes.map((saved) => saved.seen);
  const reads = seen.flatMap((one) => one.reads);
  expect(names(seen)).toEqual(named(schema.$defs.seen));
  expect(names(reads)).toEqual(named(schema.$defs.read));
  expect(names(reads.flatMap(({ rowOf }) => rowOf ?? []))).toEqual(named(schema.$defs.read.properties.rowOf));
  expect(names(calls)).toEqual(named(schema.$defs.call));
  expect(names(calls.flatMap(({ saveSecretTo }) => saveSecretTo ?? []))).toEqual(
    named(schema.$defs.call.properties.saveSecretTo),
  );
  expect(names(calls.flatMap(({ handsOn }) => handsOn ?? []))).toEqual(named(schema.$defs.call.properties.handsOn));
  expect(names(diagnostics)).toEqual(named(schema.$defs.diagnostic));
});
