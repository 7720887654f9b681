import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { putOffDays } from './days-to-come.ts';
import { programFolder } from './program-folder.ts';

/** The folder that the demo plays in: a copy of the examples, and the folders that they count on. */
export interface Stage {
  readonly folder: string;
  clear(): void;
}

/** The variables that the examples refer to. Their values are worth nothing. */
export const DEMO_SECRETS = {
  AUDIT_HOOK_TOKEN: 'demo-audit',
  CLOUD_CREDENTIALS: 'demo-cloud',
  DEPLOY_HOOK_TEAM: 'demo-team',
  DEPLOY_HOOK_TOKEN: 'demo-deploy',
  GATE_HOOK_PATH: 'demo-path',
  KEELSON_LEDGER_KEY: 'demo-ledger-key-demo-ledger-key',
  DEPLOY_KEY_PRODUCTION: 'demo-production',
  DEPLOY_KEY_STAGING: 'demo-staging',
  RECAPTCHA_PRIVATE_KEY: 'demo-recaptcha',
  SCANNER_TOKEN: 'demo-scanner',
  SLACK_WEBHOOK: 'https://hooks.slack.example/demo',
  TEAMS_WEBHOOK: 'https://teams.example/demo',
} as const;

/** Lays out a folder of its own, so that the demo writes nothing where it is called. */
export function setStage(): Stage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-demo-')));
  cpSync(join(programFolder(), 'examples'), join(folder, 'examples'), { recursive: true });
  putOffDays(join(folder, 'examples'));
  addFiles(folder);
  return {
    folder,
    clear: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lays out the repository of the company of examples/instance in a folder, as its platform team has it: `config`, and what that counts on. */
export function layRepository(folder: string): void {
  const config = join(folder, 'config');
  cpSync(join(programFolder(), 'examples', 'instance'), config, { recursive: true });
  putOffDays(config);
  const schema = relative(realpathSync(config), join(programFolder(), 'schemas', 'config.schema.json'));
  for (const name of readdirSync(config)) {
    const text = readFileSync(join(config, name), 'utf8');
    writeFileSync(join(config, name), text.replace('../../schemas/config.schema.json', schema));
  }
  addFiles(folder);
}

/** What the examples refer to beside variables. */
function addFiles(folder: string): void {
  mkdirSync(join(folder, 'tokens'));
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets', 'jira-token'), 'demo-jira\n', { mode: 0o600 });
}
