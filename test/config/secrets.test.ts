import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import type { Loaded } from '../../src/config/load.ts';
import { desiredOf, load, loadFiles, shown } from './load.ts';

function tokenOf(loaded: Loaded): unknown {
  return desiredOf(loaded).sections.find(({ name }) => name === 'bells')?.entries[0]?.spec['token'];
}

test('a secret is a reference', () => {
  const loaded = load('instance: { bells: { b: { url: u, token: { env: T } } } }', { T: 'hunter2' });
  expect(loaded.diagnostics).toEqual([]);
  expect(tokenOf(loaded)).toEqual(new Secret({ type: 'env', name: 'T' }));
  expect(inspect(loaded, { depth: null })).not.toContain('hunter2');
});

test('a secret in plain text is an error that does not show it', () => {
  const loaded = load('groups: { team: { bells: { b: { url: u, token: hunter2, headers: { auth: hunter3 } } } } }');
  expect(loaded.diagnostics.map(shown)).toMatchInlineSnapshot(`
    [
      "a.yaml:1:48 error plain-secret: \`token\` is a secret and stands here in plain text; Write { env: NAME } or { file: path }, without quotes, or list \`group[team]/bell[b].token\` under \`allow_plain_secrets\`
    groups: { team: { bells: { b: { url: u, token: ********
                                                   ~~~~~~~",
      "a.yaml:1:74 error plain-secret: \`headers.auth\` is a secret and stands here in plain text; Write { env: NAME } or { file: path }, without quotes, or list \`group[team]/bell[b].headers.auth\` under \`allow_plain_secrets\`
    groups: { team: { bells: { b: { url: u, token: *******, headers: { auth: ********
                                                                             ~~~~~~~",
    ]
  `);
});

test('a secret in plain text can be allowed, by its address', () => {
  const loaded = load(`
allow_plain_secrets: ["group[team]/bell[*].token"]
groups: { team: { bells: { b: { url: u, token: hunter2 } } } }
`);
  const token = tokenOf(loaded);
  expect(token).toEqual(new Secret({ type: 'text', at: 'group[team]/bell[b].token' }));
  expect(token instanceof Secret && token.plainText()).toBe('hunter2');
  expect(inspect(loaded, { depth: null })).not.toContain('hunter2');
});

test('what is not there is a warning, once for each name', () => {
  const loaded = loadFiles({
    'a.yaml': `
instance:
  bells:
    a: { url: u, token: { env: ONE }, key: { env: ONE } }
    b: { url: u, token: { file: config/a.yaml }, key: { file: none } }
    c: { state: absent, token: { env: TWO } }
`,
  });
  expect(loaded.diagnostics.map(shown)).toMatchInlineSnapshot(`
    [
      "a.yaml:4:18 warning unset-secret: The environment variable \`ONE\` is not set; Put the secret there before the configuration is applied
        a: { url: u, token: { env: ONE }, key: { env: ONE } }
                     ~~~~~",
      "a.yaml:5:50 warning unset-secret: There is no file \`none\`; Put the secret there before the configuration is applied
        b: { url: u, token: { file: config/a.yaml }, key: { file: none } }
                                                     ~~~",
    ]
  `);
});

const leaky: readonly string[] = [
  'instance: { bells: { b: { tokne: HUNTER2, url: 3 } } }',
  'instance: { bells: { b: { url: 3, token: HUNTER2 } } }',
  'instance: { bells: { b: { token: HUNTER2, url: 3, x: HUNTER2x } } }'.replace('HUNTER2x', 'y'),
  'instance: { bells: { b: { token: "HUNTER2', // not closed
  'instance: { bells: { b: { token: HUNTER2, url: @ } } }',
  'instance: { bells: { b: { token: "a" HUNTER2 } } }'.replace('"a" HUNTER2', '"HUNTER2" b'),
  'instance: { bells: { b: { url: 3, token: { HUNTER2: env } } } }',
  'instance:\n  bells:\n    b:\n      <<: HUNTER2\n      url: 3',
  'instance: { bells: { b: { url: 3, ? [token, HUNTER2] : 2 } } }',
  'instance: { bells: { b: { url: 3, ? { token: HUNTER2 } : 2 } } }',
  'instance:\n  bells:\n    b:\n      url: 3\n      token: |\n        HUNTER2\n',
  'instance: { bells: { b: { token: [HUNTER2], url: {} } } }',
  'instance: { bells: { b: { token: { value: HUNTER2 }, url: {} } } }',
  'instance: { bells: { b: { headers: { a: HUNTER2 }, url: {} } } }',
  'groups: { team: { bell: { b: { token: HUNTER2 } } } }',
  'token: HUNTER2',
  ...[
    '>',
    '|',
    '!',
    '&',
    '*',
    '@',
    '%',
    '`',
    '\\',
    '"\\',
    '"a" ',
    '[a] ',
    "'a'",
    '- ',
    '? ',
    ': ',
    'a: ',
    '{a: b} ',
    '#',
  ].flatMap((odd) => [
    `instance:\n  bells:\n    b:\n      token: ${odd}HUNTER2\n      url: {}`,
    `instance:\n  bells:\n    b:\n      token:\n        ${odd}HUNTER2\n      url: {}`,
    `instance: { bells: { b: { token: ${odd}HUNTER2, url: 3 } } }`,
  ]),
  'instance: { bells: { b: { url: &a HUNTER2, token: *a, key: 3, x: 3 } } }',
  'instance:\n  bells:\n    b: { token: HUNTER2 }\n    b: { token: HUNTER2 }\n',
  'instance: { bells: { b: HUNTER2, token: HUNTER2 } }'.replace('b: HUNTER2', 'b: 3'),
];

test.each(leaky)('no message and no line shows the secret of %j', (text) => {
  const { diagnostics } = load(text);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(JSON.stringify(diagnostics)).not.toMatch(/HUNTER2/i);
});

test.each([
  'HUNTER2\n',
  '12345HUNTER2 and more\nHUNTER2\n',
  '"HUNTER2',
  '@HUNTER2',
  '`HUNTER2',
  '%HUNTER2',
  '- HUNTER2\n',
  '- - HUNTER2\n- a: HUNTER2\n',
  'DEPLOY_KEY: HUNTER2\n',
  'DEPLOY_KEY=HUNTER2\n',
  'version: 1\nelsewhere: [HUNTER2]\n',
  'elsewhere:\n  HUNTER2: 1\n',
  'instance: HUNTER2\n',
  'instance: [HUNTER2]\n',
  'instance: { bells: HUNTER2, x: 1 }\n',
  'instance: { bells: { b: { url: u, odd: HUNTER2 } } }\n',
  'instance: { bells: { b: [HUNTER2], c: { url: 3 } } }\n',
  'instance: { bells: { b: { url: [HUNTER2] } } }\n',
  'instance: { bells: { b: { url: { HUNTER2: 1 } } } }\n',
  'instance: { bells: &a HUNTER2, runners: *a }\n',
])('no line shows %j, of which nobody knows what it was meant to be', (text) => {
  const { diagnostics } = load(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
  expect(JSON.stringify(diagnostics)).not.toMatch(/HUNTER2/i);
});
