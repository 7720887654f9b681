import type { KindExample } from './example.ts';

const before = { 'nfs-1': { to: 'nfs-2' } };

export const example: KindExample = {
  scope: 'instance',
  section: 'snippet_storage',
  before,
  after: { ...before, 'nfs-3': 'nfs-2' },
  changes: 1,
  action: 'update',
  snippets: { 'nfs-1': 2, 'nfs-2': 1, 'nfs-3': 1 },
};
