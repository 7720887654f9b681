import type { KindExample } from './example.ts';

const build = {
  tags: ['linux', 'docker'],
  run_untagged: true,
  locked: false,
  access_level: 'ref_protected',
  maximum_timeout: 3600,
  paused: true,
  maintenance_note: 'Rebuilt each Monday',
  token_to: { file: 'build.token' },
};

const deploy = { tags: ['deploy'], run_untagged: false, token_to: { file: 'deploy.token' } };

export const examples: readonly KindExample[] = [
  {
    scope: 'instance',
    section: 'runners',
    before: { build, deploy },
    after: { build: { ...build, tags: [], maximum_timeout: null, maintenance_note: null, paused: false }, deploy },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'group',
    section: 'runners',
    before: { build, deploy },
    after: { build, deploy: { ...deploy, tags: ['deploy', 'production'], run_untagged: true } },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'project',
    section: 'runners',
    before: { build },
    after: { build: { ...build, access_level: 'not_protected', locked: true } },
    changes: 1,
    action: 'update',
  },
];
