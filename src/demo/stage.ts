import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
  cpSync(examples(), join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'tokens'));
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets', 'jira-token'), 'demo-jira\n', { mode: 0o600 });
  return {
    folder,
    clear: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The examples that came with this program. */
function examples(): string {
  let folder = dirname(realpathSync(process.argv[1] ?? '.'));
  while (!existsSync(join(folder, 'examples', 'instance')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'examples');
}
