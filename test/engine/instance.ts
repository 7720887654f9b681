import { kindsByName } from '../../src/engine/kinds.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import type { Instance } from '../../src/model.ts';

export const kinds = kindsByName(allKinds);

/** An instance on which `root` acts. */
export const instance: Instance = {
  url: 'https://gitlab.example.com',
  version: '18.9.0-ee',
  enterprise: true,
  askedAt: 'Sat, 31 Jan 2026 12:00:00 GMT',
  me: { id: 1, username: 'root', admin: true },
};
