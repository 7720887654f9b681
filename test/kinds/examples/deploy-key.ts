import type { KindExample } from './example.ts';

const FIRST = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';
const THIRD = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILHpkyRQW9MtoOH4Xc9eGaCdsEgeihX2LEHrMgMEqOkn';

const reader = { key: FIRST };

export const examples: readonly KindExample[] = [
  {
    scope: 'project',
    section: 'deploy_keys',
    before: { reader, writer: { key: `${OTHER} robot@build`, can_push: true, expires_at: '2099-01-31' } },
    after: { reader, writer: { key: `${OTHER} robot@elsewhere`, can_push: false, expires_at: '2099-01-31' } },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'project',
    section: 'deploy_keys',
    before: { reader, writer: { key: OTHER, can_push: true } },
    after: { reader, writer: { key: THIRD, can_push: true } },
    changes: 1,
    action: 'replace',
  },
  {
    scope: 'project',
    section: 'deploy_keys',
    before: { reader, writer: { key: OTHER, can_push: true, expires_at: '2099-01-31' } },
    after: { reader, writer: { key: OTHER, can_push: true, expires_at: '2099-12-31' } },
    changes: 1,
    action: 'replace',
  },
  {
    scope: 'project',
    section: 'deploy_keys',
    before: { reader, writer: { key: OTHER } },
    // It is the same by its material.
    after: { reader, 'build machine': { key: OTHER } },
    changes: 1,
    action: 'update',
  },
];
