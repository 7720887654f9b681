import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { memory } from './load.ts';

/** What is said of a text, each in a line: where, the code, and what to do. */
function said(text: string): readonly string[] {
  const { diagnostics } = loadConfig('k.yaml', kinds, memory({ 'k.yaml': text }), {});
  return diagnostics.map(({ code, message, place, remedy = '' }) => {
    const [named] = /`[^`]+`/.exec(message) ?? [''];
    return `${place?.line ?? 0}:${place?.column ?? 0} ${code} ${named}: ${remedy}`;
  });
}

const further = (key: string, above: string, line: number): string =>
  `Indent \`${key}\` further, so that it stands below \`${above}:\` at line ${line}`;
const less = (key: string, beside: string, line: number): string =>
  `Indent \`${key}\` less, so that it stands beside \`${beside}:\` at line ${line}`;

test.each<[what: string, text: string, told: readonly string[]]>([
  [
    'what belongs to the empty section above it',
    `
groups:
  team:
    members:
    alice: owner
    bob: developer
`,
    [
      `5:5 unknown-key \`alice\`: ${further('alice', 'members', 4)}`,
      `6:5 unknown-key \`bob\`: ${further('bob', 'members', 4)}`,
    ],
  ],
  [
    'a section as far in as its own entries',
    `
groups:
  team: {}
  projects:
  team/app:
    create: {}
    description: mine
    protected_branches:
      main: {}
`,
    [`4:3 unknown-key \`projects\`: ${less('projects', 'groups', 2)}`],
  ],
  [
    'a section of a group as far in as its entries, among names',
    `
groups:
  team:
    members:
      alice: owner
      hooks:
      ci: { url: 'https://ci.example.com' }
`,
    [`6:7 unknown-key \`hooks\`: ${less('hooks', 'members', 4)}`],
  ],
  [
    'several fields of an empty entry, of which some would be names',
    `
groups:
  team:
    members:
      bob:
      access_level: developer
      expires_at: 2027-06-30
      carol: maintainer
`,
    [
      '7:7 unknown-key `expires_at`: Indent `access_level`, `expires_at` further, so that they stand below `bob:` at line 5',
    ],
  ],
  [
    'the fields of an empty entry',
    `
groups:
  team:
    hooks:
      ci:
      url: https://ci.example.com
      push_events: true
`,
    [
      `6:7 wrong-type \`url\`: ${further('url', 'ci', 5)}`,
      `7:7 wrong-type \`push_events\`: ${further('push_events', 'ci', 5)}`,
    ],
  ],
  [
    'the fields and sections of an empty group, between which nothing is repeated',
    `
groups:
  team:
  name: Team
  members:
    alice: owner
    bob: developer
`,
    [
      `4:3 wrong-type \`name\`: ${further('name', 'team', 3)}`,
      `5:3 unknown-key \`members\`: ${further('members', 'team', 3)}`,
    ],
  ],
  [
    'a section in a section',
    `
groups:
  team:
    members:
      alice: owner
      hooks:
        ci: { url: https://ci.example.com }
        cd: { url: https://cd.example.com }
`,
    [`6:7 unknown-key \`hooks\`: ${less('hooks', 'members', 4)}`],
  ],
  [
    'a field of the group among its members',
    `
groups:
  team:
    members:
      alice: owner
      description: The team
`,
    [`6:7 unknown-key \`description\`: ${less('description', 'members', 4)}`],
  ],
  [
    'a field of the group in one of its members',
    `
groups:
  team:
    members:
      alice:
        access_level: owner
        description: The team
`,
    [`7:9 unknown-key \`description\`: ${less('description', 'members', 4)}`],
  ],
  [
    'a field of a group at the top',
    `
groups:
  team:
    name: Team
description: The team
`,
    [`5:1 unknown-key \`description\`: ${further('description', 'team', 3)}`],
  ],
  [
    'a section of a group at the top',
    `
groups:
  team:
    name: Team
members:
  alice: owner
`,
    [`5:1 unknown-key \`members\`: ${further('members', 'team', 3)}`],
  ],
  [
    "a group's path at the top",
    `
groups:
  team:
    name: Team
team/backend:
  name: Backend
`,
    [`5:1 unknown-key \`team/backend\`: ${further('team/backend', 'groups', 2)}`],
  ],
  [
    'projects in a group',
    `
groups:
  team:
    name: Team
    projects:
      team/app: { visibility: private }
`,
    [`5:5 unknown-key \`projects\`: ${less('projects', 'groups', 2)}`],
  ],
  [
    'one more entry beside its section',
    `
groups:
  team:
    members:
      alice: owner
    bob: developer
`,
    [`6:5 unknown-key \`bob\`: ${further('bob', 'members', 4)}`],
  ],
  [
    'the fields of a section that is one entry',
    `
groups:
  team:
    push_rules:
    commit_message_regex: ^x
`,
    [`5:5 unknown-key \`commit_message_regex\`: ${further('commit_message_regex', 'push_rules', 4)}`],
  ],
])('%s is told with the indentation that is meant, at its own line', (_, text, told) => {
  expect(said(text)).toEqual(told);
});

test.each<[what: string, text: string, told: string]>([
  [
    'a field of groups and projects, with none of them near',
    'visibility: private\n',
    '1:1 unknown-key `visibility`: Write it in a group or a project, below its path in `groups:` or `projects:`: it belongs to one',
  ],
  ['a setting', 'instance:\n  signup_enabled: false\n', '2:3 unknown-key `signup_enabled`: Write it below `settings:`'],
  [
    'a subgroup under its full path in its group',
    'groups:\n  team:\n    team/backend:\n      name: Backend\n',
    '3:5 unknown-key `team/backend`: Write `team/backend` beside `team`: a subgroup is declared under its full path',
  ],
])('%s is told where it belongs', (_, text, told) => {
  expect(said(text)).toEqual([told]);
});

test.each<[what: string, text: string, told: RegExp]>([
  [
    'a misspelt key is no name in the section above, where anything may be named so',
    'groups:\n  team:\n    variables: { A: { value: a } }\n    hoks: {}\n',
    /^4:5 unknown-key `hoks`: Write `hooks`$/,
  ],
  [
    'a wrong value of a known field is no member with that number for a level',
    'groups:\n  team:\n    members: { alice: owner }\n    description: 30\n',
    /^4:18 wrong-type `description`: Put the value in quotes$/,
  ],
  [
    'what fits nowhere is told as before',
    'groups:\n  team:\n    members:\n    colour: { of: sea }\n',
    /^4:5 unknown-key `colour`: $/,
  ],
  [
    'an empty section above says more than a spelling',
    'groups:\n  team:\n    members:\n    names: owner\n',
    /^4:5 unknown-key `names`: Indent `names` further, so that it stands below `members:` at line 3$/,
  ],
  [
    'and so is a name beside its section on one line',
    'groups: { team: { members: { alice: owner }, bob: developer } }',
    /^1:46 unknown-key `bob`: $/,
  ],
  [
    'and so is a section in another on one line',
    'groups: { team: { members: { alice: owner, hooks: { ci: { url: "https://ci.example.com" } } } } }',
    /^1:53 unknown-key `ci`: Use `access_level`/,
  ],
])('%s', (_, text, told) => {
  const errors = said(text).filter((line) => !line.includes('plain') && !line.includes('`members`'));
  expect(errors).toEqual([expect.stringMatching(told)]);
});
