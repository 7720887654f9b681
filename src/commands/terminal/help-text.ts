import { EXIT } from './exit-status.ts';

/** What people call each command with. */
const EXAMPLES: { readonly [command: string]: readonly string[] } = {
  validate: ['keelson validate', 'keelson validate config', 'keelson validate --code-quality quality.json'],
  plan: [
    'keelson plan',
    'keelson plan config --out plan.json',
    "keelson plan --target 'group[platform]**' --verbose",
    "keelson plan config --note 'platform/configuration!12'",
    'keelson plan --config platform/configuration@main:config',
  ],
  apply: [
    'keelson apply',
    'keelson apply plan.json --auto-approve',
    'keelson apply --from-job platform/configuration:main:plan --auto-approve',
    'keelson apply config --undo undo.json',
    'keelson apply config --lock-wait 300 --allow-mass-removal',
  ],
  show: ['keelson show plan.json', 'keelson show plan.json --markdown'],
  merge: ['keelson merge plan-1.json plan-2.json', 'keelson merge plan-*.json --out plan.json'],
  drift: [
    'keelson drift',
    'keelson drift config --json',
    "keelson drift --target 'group[platform]/**'",
    'keelson drift config --publish platform/configuration',
  ],
  why: [
    "keelson why 'group[platform]/hook[ci].push_events'",
    'keelson why instance/settings.signup_enabled config --json',
  ],
  review: [
    'keelson review',
    'keelson review --dormant 90d --csv',
    "keelson review --target 'group[platform]**' --external --as yaml",
    'keelson review --json --html access.html',
  ],
  export: ['keelson export', 'keelson export --out config --changed', "keelson export --target 'group[platform]**'"],
  adopt: [
    'keelson adopt',
    'keelson adopt config --dry-run',
    "keelson adopt --target 'group[platform]**'",
    'keelson adopt config --merge-request platform/configuration',
  ],
  init: [
    'keelson init',
    'keelson init --yes',
    'keelson init --url https://gitlab.example.com --part platform --no-ci --yes',
  ],
  explain: ['keelson explain mass-removal', "keelson explain 'error[unknown-key]'"],
  sandbox: [
    'keelson sandbox',
    'keelson sandbox --demo meridian',
    'keelson sandbox --port 0 --tier free --version 17.11.0-ee',
    'keelson sandbox --faults seed=7,503:0.05',
  ],
  demo: ['keelson demo', 'keelson demo --no-color'],
  completion: [
    'source <(keelson completion bash)',
    'source <(keelson completion zsh)',
    'keelson completion fish | source',
  ],
};

const STATUSES: { readonly [Name in keyof typeof EXIT]: string } = {
  done: 'done, or nothing to do',
  failed: 'failed: an error in the YAML, no connection, a change that GitLab refused',
  differs: 'there are differences (drift, and --detailed-exitcode), or a filter finds somebody (review)',
  refused:
    'refused: by a guard, or because a saved plan or an undo is stale, edited, or for another instance or folder',
  interrupted: 'interrupted: what was under way was finished, and the report says what was not attempted',
};

const ADDRESSES: readonly (readonly [string, string])[] = [
  ['group[platform]', 'the group alone'],
  ['group[platform]**', 'the group with all that is in it, its subgroups and projects with theirs'],
  ['group[platform]/**', 'what is in its own sections'],
  ['group[platform]/hook', 'its hooks'],
  ['group[platform]/hook[ci]', 'one of them'],
  ['instance', 'what hangs from the instance'],
];

/** The examples of a command. */
export function examplesOf(command: string): readonly string[] {
  return EXAMPLES[command] ?? [];
}

/** What stands below the flags of a command: how it is called, what an address is where it takes one, and what its exit status says. */
export function helpText(command: string, takesAddresses: boolean): string {
  const examples = ['Examples:', ...examplesOf(command).map((line) => `  $ ${line}`)];
  const addresses = [
    '',
    'Addresses, of which * stands for anything but a slash and ** for anything:',
    ...columns(ADDRESSES),
  ];
  const names: readonly (keyof typeof EXIT)[] = ['done', 'failed', 'differs', 'refused', 'interrupted'];
  const statuses = ['', 'Exit status:', ...columns(names.map((name) => [String(EXIT[name]), STATUSES[name]]))];
  return `\n${[...examples, ...(takesAddresses ? addresses : []), ...statuses].join('\n')}`;
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
