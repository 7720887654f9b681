import { expect, it } from 'vitest';
import { standingSections } from '../../src/engine/standing-sections.ts';
import { desiredOf } from '../support/keelson.ts';
import { kinds } from './instance.ts';

it('of a group or project that is to be gone, what is declared absent stands alone: it goes before', () => {
  const yaml = `defaults: { groups: { '**': { members: { ann: owner } } } }
groups:
  aa: { state: absent, prune: [members], members: { bob: { state: absent } } }
  bb: { members: { eve: { state: absent } } }
  cc: { state: absent }
projects:
  bb/p: { state: absent, members: { joe: { state: absent }, kim: guest } }
`;
  const found = standingSections(desiredOf(yaml), kinds).filter(({ name }) => name === 'members');
  expect(
    found.map(({ scope, entries, prune }) => [
      scope.type === 'instance' ? '' : scope.path,
      entries.map(({ key, state }) => `${key} ${state}`),
      prune,
    ]),
  ).toEqual([
    ['aa', ['bob absent'], false],
    ['bb', ['ann present', 'eve absent'], false],
    ['bb/p', ['joe absent'], false],
  ]);
});
