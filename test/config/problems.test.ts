import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import { filesOf } from '../support/keelson.ts';
import { load, loadFiles, shown } from './load.ts';

function problems(text: string): string {
  const loaded = load(text, { SET: 'x' });
  expect(loaded.desired).toBeUndefined();
  return `\n${loaded.diagnostics.map(shown).join('\n')}\n`;
}

test.each([
  [
    'instance: { plan_limits: { defualt: { ci_pipeline_size: 5 } } }',
    ['`defualt` is no name that `plan_limits` takes; Write `default`;'],
  ],
  ['groups: { retail: {}, members: { ann: owner } }', ['`ann` is not a field of a group; Indent `members` further']],
  [
    'groups: { aa: { bb: { name: B } } }',
    ['`bb` is not a field of a group; Write `aa/bb` beside `aa`: a subgroup is declared under its full path'],
  ],
  [
    'instance: { personal_access_tokens: { dora: { ci: { scopes: [api], token_to: { file: t }, expires_at: 2099-01-01 } } } }',
    [
      '`ci` is not a field of a personal access token; Write `name: ci` among its fields, and several of `dora` as a list',
    ],
  ],
  ['groups:\n  retail:\n    name: R\n   members: {}', ['Begin what stands side by side in the same column']],
  ['groups: { aa: { members: { ann: { expires_at: 20270630 } } } }', ['and is a number; Write it as YYYY-MM-DD']],
  ['groups: { aa: { members: { ann: "40" } } }', ['is not a value of `access_level`; Write `40` without quotes']],
  ['instance: { runners: { r: { token_to: x } } }', ['and is text; Write `{ file: … }` or `{ variable: … }`']],
  ['groups: { "re tail": {} }', ['Write the path as in its URL, without blanks']],
  [
    'groups: { aa: { access_tokens: { t: { scopes: [api], token_to: { file: t }, rotate: { before: 13w, lifetime: 90d } } } } }',
    [
      '`before` (13w) is not shorter than `lifetime` (90d), so that every new one would be due at once; Write a shorter `before`',
    ],
  ],
  [
    'groups: { aa: { access_tokens: { t: { scopes: [api], token_to: { file: t }, rotate: { before: 14d, lifetime: 90d }, expires_at: 2099-01-01 } } } }',
    ['`expires_at` and `rotate` exclude each other; Keep one of them'],
  ],
  [
    'groups: { aa: { deploy_tokens: { t: { scopes: [read_registry], token_to: { file: t }, rotate: { before: 14d, lifetime: 90d }, expires_at: null } } } }',
    ['`expires_at` and `rotate` exclude each other; Keep one of them'],
  ],
  [
    'groups: { aa: { access_tokens: { t: { scopes: [api], token_to: { file: t } } } } }',
    ['lacks `expires_at` or `rotate`; Add `expires_at` or `rotate`'],
  ],
  [
    'groups: { aa: { access_tokens: { t: { scopes: [api], token_to: { file: t }, rotate: { before: 2 months } } } } }',
    ['lacks `lifetime`', 'Write it as a number of days or weeks, such as 14d or 2w'],
  ],
  ['projects: { a: {} }', ['Write the full path, with that of its group before it']],
  ['lock: { projekt: a/b }', ['`projekt` is not a field of `lock`; Write `project`']],
])('%s is told with what to do', (text, said) => {
  const { diagnostics } = loadConfig('a.yaml', allKinds, filesOf({ 'a.yaml': `version: 1\n${text}\n` }));
  expect(diagnostics.map(({ message, remedy }) => `${message}; ${remedy ?? ''}`)).toEqual(
    said.map((words) => expect.stringContaining(words) as unknown),
  );
});

describe('what the schema refuses', () => {
  test('a misspelt word, anywhere', () => {
    expect(
      problems(`
instanse: {}
groups:
  team:
    titel: Team
    colour: gren
    peopel: { ann: low }
    people:
      ann: { levl: low }
      bob: hgh
    prune: [peple]
`),
    ).toMatchInlineSnapshot(`
      "
      a.yaml:2:1 error unknown-key: \`instanse\` is not a top-level key; Write \`instance\`
      instanse: ********
      ~~~~~~~~
      a.yaml:5:5 error unknown-key: \`titel\` is not a field of a group; Write \`title\`
          titel: Team
          ~~~~~
      a.yaml:6:13 error not-allowed: \`gren\` is not a value of \`colour\`; Write \`green\`; it takes \`red\`, \`green\` or \`blue\`
          colour: gren
                  ~~~~
      a.yaml:7:5 error unknown-key: \`peopel\` is not a field of a group; Write \`people\`
          peopel: ********
          ~~~~~~
      a.yaml:9:14 error unknown-key: \`levl\` is not a field of a person; Write \`level\`
            ann: { levl: ********
                   ~~~~
      a.yaml:10:12 error not-allowed: \`hgh\` is not a value of \`level\`; Write \`high\`; it takes \`low\` or \`high\`
            bob: hgh
                 ~~~
      a.yaml:11:13 error not-allowed: \`peple\` is not a value of \`prune\`; Write \`people\`; it takes \`posts\`, \`people\`, \`links\` or \`bells\`
          prune: [peple]
                  ~~~~~
      "
    `);
  });

  test('a section in a scope where it cannot stand', () => {
    expect(problems('projects: { a/b: { links: [] } }')).toMatchInlineSnapshot(`
      "
      a.yaml:1:20 error unknown-key: \`links\` cannot stand here; Move it to a group
      projects: { a/b: { links: ********
                         ~~~~~
      "
    `);
  });

  test('values of the wrong type', () => {
    expect(
      problems(`
instance:
  options: { open: 'yes', limit: many, tags: [one, 2] }
  bells: [front]
groups:
  team: { title: 12, people: { ann: [low], bob: } }
  crew: text
`),
    ).toMatchInlineSnapshot(`
      "
      a.yaml:3:20 error wrong-type: \`open\` has to be \`true\` or \`false\`, and is text; Write \`true\` or \`false\`
        options: { open: 'yes', limit: many, tags: [one, 2] }
                         ~~~~~
      a.yaml:3:34 error wrong-type: \`limit\` has to be a whole number, and is text; Write it in digits, without quotes
        options: { open: 'yes', limit: many, tags: [one, 2] }
                                       ~~~~
      a.yaml:3:52 error wrong-type: An item of \`tags\` has to be text, and is a number; Put the value in quotes
        options: { open: 'yes', limit: many, tags: [one, 2] }
                                                         ~
      a.yaml:4:11 error wrong-type: An item of \`bells\` has to be a map, and is text; Write the fields of each bell: \`- name: …\`
        bells: [********
                ~~~~~
      a.yaml:6:18 error wrong-type: \`title\` has to be text, and is a number; Put the value in quotes
        team: { title: 12, people: { ann: ********
                       ~~
      a.yaml:6:37 error wrong-type: \`ann\` has to be a map, and is a list; Write \`name: value\` in it, each on a line of its own
        team: { title: 12, people: { ann: ********
                                          ~
      a.yaml:6:49 error wrong-type: \`bob\` has to be a map, and is empty; Write its fields, \`{}\` where it has none of its own, or \`{ state: absent }\` where there is to be none
        team: { title: 12, people: { ann: *****, bob: } }
                                                      ~
      a.yaml:7:9 error wrong-type: \`crew\` has to be a map, and is text; Write \`name: value\` in it, each on a line of its own
        crew: ********
              ~~~~
      "
    `);
  });

  test('values out of range or of the wrong form', () => {
    expect(
      problems(`
version: 2
guards: { max_removal_percent: 101 }
instance: { options: { limit: 10 } }
groups:
  team:
    title: ''
    people: { ann: { level: low, until: tomorrow }, "": low }
`),
    ).toMatchInlineSnapshot(`
      "
      a.yaml:2:10 error bad-version: This version of the language is not known; Write \`version: 1\`
      version: 2
               ~
      a.yaml:3:32 error out-of-range: \`max_removal_percent\` is too large; Use a number from 0 to 100
      guards: { max_removal_percent: 101 }
                                     ~~~
      a.yaml:4:31 error out-of-range: \`limit\` is too large; Use a number from 1 to 9
      instance: { options: { limit: 10 } }
                                    ~~
      a.yaml:7:12 error out-of-range: \`title\` cannot be empty
          title: ''
                 ~~
      a.yaml:8:41 error bad-pattern: \`until\` does not have the right form; Write it as YYYY-MM-DD
          people: { ann: { level: low, until: tomorrow }, "": low }
                                              ~~~~~~~~
      a.yaml:8:53 error out-of-range: A name cannot be empty
          people: { ann: { level: low, until: tomorrow }, "": low }
                                                          ~~
      "
    `);
  });

  test('a value of another type than the listed ones', () => {
    const text = problems('groups: { team: { colour: 3, people: { ann: { level: [low] } } } }\n');
    expect(text).toContain('Use `red`, `green` or `blue`');
    expect(text).toContain('Use `low`, `high`, `1` or `2`');
  });

  test('references to secrets that are none', () => {
    expect(
      problems(`
instance:
  bells:
    a: { url: u, token: { environment: T } }
    b: { url: u, token: {} }
    c: { url: u, token: { env: T, file: f } }
    d: { url: u, token: { env: 3 } }
    e: { url: u, headers: { auth: [] } }
`),
    ).toMatchInlineSnapshot(`
      "
      a.yaml:4:27 error unknown-key: A secret is referred to by \`env\` or \`file\` alone; Write \`{ env: NAME }\` or \`{ file: path }\`
          a: { url: u, token: { environment: ********
                                ~~~~~~~~~~~
      a.yaml:5:18 error wrong-type: \`token\` takes one reference to a secret; Write \`{ env: NAME }\` or \`{ file: path }\`
          b: { url: u, token: {} }
                       ~~~~~
      a.yaml:6:18 error wrong-type: \`token\` takes one reference to a secret; Write \`{ env: NAME }\` or \`{ file: path }\`
          c: { url: u, token: { env: T, file: f } }
                       ~~~~~
      a.yaml:7:32 error wrong-type: \`env\` has to be text, and is a number; Put the value in quotes
          d: { url: u, token: { env: 3 } }
                                     ~
      a.yaml:8:35 error wrong-type: \`auth\` has to be a map or text, and is a list
          e: { url: u, headers: { auth: ********
                                        ~
      "
    `);
  });
});

describe('what the rules refuse', () => {
  test('entries without what they need', () => {
    expect(
      problems(`
instance: { bells: { a: {}, b: { token: { env: SET } } } }
groups:
  team:
    people: { ann: {}, bob: { until: 2000-01-01, level: low } }
    links: [{ cn: staff }, { provider: main }, { provider: main, cn: a, filter: b }]
`),
    ).toMatchInlineSnapshot(`
      "
      a.yaml:2:22 error missing-field: The bell \`a\` lacks \`url\`; Add \`url\`
      instance: { bells: { a: {}, b: { token: { env: SET } } } }
                           ~
      a.yaml:2:29 error missing-field: The bell \`b\` lacks \`url\`; Add \`url\`
      instance: { bells: { a: {}, b: { token: { env: SET } } } }
                                  ~
      a.yaml:5:15 error missing-field: The person \`ann\` lacks \`level\` or \`post\`; Add \`level\` or \`post\`
          people: { ann: {}, bob: { until: 2000-01-01, level: low } }
                    ~~~
      a.yaml:5:38 error invalid: That day has passed; Write a later day
          people: { ann: {}, bob: { until: 2000-01-01, level: low } }
                                           ~~~~~~~~~~
      a.yaml:6:13 error missing-field: The link \`:staff\` lacks \`provider\`; Add \`provider\`
          links: [{ cn: staff }, { provider: main }, { provider: main, cn: a, filter: b }]
                  ~
      a.yaml:6:28 error missing-field: The link \`main:\` lacks \`cn\` or \`filter\`; Add \`cn\` or \`filter\`
          links: [{ cn: staff }, { provider: main }, { provider: main, cn: a, filter: b }]
                                 ~
      a.yaml:6:81 error not-allowed: \`cn\` and \`filter\` exclude each other; Keep one of them
          links: [{ cn: staff }, { provider: main }, { provider: main, cn: a, filter: b }]
                                                                                      ~
      "
    `);
  });

  test('paths that GitLab would misread', () => {
    expect(
      problems(`
groups: { "123": {}, a//b: {}, "/": {} }
projects: { alone: {} }
`),
    ).toMatchInlineSnapshot(`
      "
      a.yaml:2:11 error bad-path: GitLab would take the path \`123\` for the id of a group; Give it a path with a letter in it
      groups: { "123": {}, a//b: {}, "/": {} }
                ~~~~~
      a.yaml:2:22 error bad-path: \`a//b\` is no full path of a group; Write the full path, with one slash between its parts
      groups: { "123": {}, a//b: {}, "/": {} }
                           ~~~~
      a.yaml:2:32 error bad-path: \`\` is no full path of a group; Write the full path, with one slash between its parts
      groups: { "123": {}, a//b: {}, "/": {} }
                                     ~~~
      a.yaml:3:13 error bad-path: \`alone\` is no full path of a project; Write the full path, with that of its group before it
      projects: { alone: {} }
                  ~~~~~
      "
    `);
  });

  test('null where there is nothing to take away', () => {
    expect(problems('groups: { team: { colour: null } }')).toMatchInlineSnapshot(`
      "
      a.yaml:1:27 error wrong-type: \`colour\` is empty, and no default stands behind it; Give it a value, or remove the key
      groups: { team: { colour: null } }
                                ~~~~
      "
    `);
  });
});

test('what is broken behind something broken stands on its own line', () => {
  const lines = load('groups: } c\n  team: \n').diagnostics.map(({ code, place }) => [
    code,
    place?.line,
    place?.column,
  ]);
  expect(lines).toEqual([
    ['yaml-syntax', 1, 9],
    ['yaml-syntax', 2, 7],
  ]);
});

describe('what is written twice', () => {
  test('an entry, whatever its letter case', () => {
    expect(
      problems(`
groups:
  team:
    people:
      ann: low
      ANN: high
`),
    ).toMatchInlineSnapshot(`
      "
      a.yaml:6:7 error duplicate: The person \`ann\` is declared twice; Keep one of the two
            ANN: high
            ~~~
      (first declared here: 5:7)
      "
    `);
  });

  test('in two files', () => {
    const { diagnostics } = loadFiles({
      'a.yaml': `
instance: { options: { open: false } }
defaults: { groups: { "**": { colour: red } } }
guards: {}
groups: { team: { title: A, people: { ann: low } } }`,
      'b.yaml': `
instance: { options: { open: false } }
defaults: { groups: { "**": { colour: red } } }
guards: {}
groups: { TEAM: { title: A, people: { ann: low } } }`,
    });
    expect(`\n${diagnostics.map(shown).join('\n')}\n`).toMatchInlineSnapshot(`
      "
      b.yaml:2:13 error duplicate: \`options\` is declared twice; Keep one of the two
      instance: { options: { open: false } }
                  ~~~~~~~
      (first declared here: 2:13)
      b.yaml:3:23 error duplicate: The defaults for \`**\` are written twice; Merge the two
      defaults: { groups: { "**": { colour: red } } }
                            ~~~~
      (first written here: 3:23)
      b.yaml:4:1 error duplicate: \`guards\` is declared twice; Keep one of the two
      guards: {}
      ~~~~~~
      (first declared here: 4:1)
      b.yaml:5:11 error duplicate: The fields of \`TEAM\` itself are written in two places; Keep them in one place; its sections may stand in several
      groups: { TEAM: { title: A, people: { ann: low } } }
                ~~~~
      (first written here: 5:11)
      b.yaml:5:39 error duplicate: The person \`ann\` is declared twice; Keep one of the two
      groups: { TEAM: { title: A, people: { ann: low } } }
                                            ~~~
      (first declared here: 5:39)
      "
    `);
  });
});

test('all problems of all files are found in one run', () => {
  const { diagnostics } = loadFiles({
    'a.yaml': 'groups: { a: { people: { ann: nobody } } }',
    'b.yaml': 'groups: { a: { people: { bob: [ } } }',
    'c.yaml': 'groups: { a: { people: { eve: {} } } }',
  });
  expect(diagnostics.map(({ code, place }) => [code, place?.file])).toEqual([
    ['not-allowed', 'config/a.yaml'],
    ['yaml-syntax', 'config/b.yaml'],
    ['missing-field', 'config/c.yaml'],
  ]);
});

test('a field that needs another says so', () => {
  expect(load('instance: { options: { open: true } }').diagnostics.map(shown)).toMatchInlineSnapshot(`
    [
      "a.yaml:1:30 warning requires: \`open\` has no effect without \`limit\`; Declare \`limit\` as well
    instance: { options: { open: true } }
                                 ~~~~",
    ]
  `);
  expect(load('instance: { options: { open: false } }').diagnostics).toEqual([]);
  expect(load('instance: { options: { open: true, limit: 3 } }').diagnostics).toEqual([]);
});

test('a level that is cut short is told the word, no number; and an item without fields how they are written', () => {
  const { diagnostics } = loadConfig(
    'keelson.yaml',
    allKinds,
    filesOf({ 'keelson.yaml': 'groups: {hr: {members: {bob: dev, amy: 31}}, ops: {members: [bob], hooks: [x]}}\n' }),
  );
  const words = '`minimal`, `guest`, `planner`, `reporter`, `security_manager`, `developer`, `maintainer` or `owner`';
  expect(diagnostics.map(({ remedy }) => remedy)).toEqual([
    `Write \`developer\`; it takes ${words}`,
    'Use `5`, `10`, `15`, `20`, `25`, `30`, `40` or `50`',
    'Write the fields of each member: `- username: …`',
    'Write the fields of each hook: `- name: …`',
  ]);
});

test('a pattern of defaults that fits nothing is warned of at its line, and one of wildcards alone is not', () => {
  const warnings = (defaults: string, groups = '{ dept/one: {}, team: {} }') => {
    const text = `groups: ${groups}\ndefaults:\n  groups: ${defaults}\n`;
    const { diagnostics } = loadConfig('keelson.yaml', allKinds, filesOf({ 'keelson.yaml': text }));
    return diagnostics.map(({ severity, code, message, place, remedy }) =>
      [severity, code, message, `${place?.line ?? 0}:${place?.column ?? 0}`, remedy].join('; '),
    );
  };
  expect(warnings('{ "detp/**": { protect: true } }')).toEqual([
    'warning; idle-defaults; The defaults for `detp/**` hold for no declared group; 3:13; Write it as the declared paths are written, or remove it',
  ]);
  expect(warnings('{ "team/**": { protect: true } }')).toEqual([
    expect.stringContaining('; Write `team` for the group itself: the pattern is for what lies below it alone'),
  ]);
  expect(warnings('{ "Dept/**": { protect: true }, TEAM: { protect: true } }')).toEqual([]);
  expect(warnings('{ "**": { protect: true }, "*/*": {} }', '{}')).toEqual([]);
  // What is wrong in it may be the very group that it is for.
  expect(warnings('{ "detp/**": { protect: true } }', '{ detp/one: { visiblity: private } }')).toEqual([
    expect.stringContaining('unknown-key'),
  ]);
});

test('a path that a shell alone would expand is refused wherever a file is named', () => {
  const text = `ledger: { file: ~/ledger.json }
groups:
  ops:
    hooks: { ci: { url: "https://ci.example.com", token: { file: ~me/token } } }
    runners: { build: { token_to: { file: ~/tok } }, test: { token_to: { file: ./~tok } } }
`;
  const { diagnostics } = loadConfig('keelson.yaml', allKinds, filesOf({ 'keelson.yaml': text }));
  const told = diagnostics.filter(({ severity }) => severity === 'error');
  expect(told.map(({ code, place }) => `${code} ${place?.line ?? 0}`)).toEqual([
    'bad-pattern 1',
    'bad-pattern 4',
    'bad-pattern 5',
  ]);
  expect(told[2]?.remedy).toBe(
    'Write it as a path without `~` at its beginning, which a shell alone takes for the home directory',
  );
});
