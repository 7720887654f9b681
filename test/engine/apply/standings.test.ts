import { expect, it } from 'vitest';
import { standings } from '../../../src/engine/apply/standings.ts';
import type { Unfinished } from '../../../src/engine/apply/unfinished.ts';
import { kindsByName } from '../../../src/engine/kinds.ts';
import { kinds as allKinds } from '../../../src/kinds/index.ts';
import { desiredOf } from '../../support/keelson.ts';
import { instance } from '../instance.ts';

it('takes what was to be set ahead of a change for settled with that, and for no other that nothing declares', () => {
  const left = (address: string): Unfinished => ({
    ...{ address, method: 'PUT', path: '/groups/1', at: '2026-01-01T00:00:00Z', moves: false },
    ...{ refused: false, secretLost: false },
  });
  const made = {
    changes: [],
    desired: desiredOf('groups:\n  aa: {}\n'),
    world: { instance, sections: new Map() },
    kinds: kindsByName(allKinds),
    makers: () => [],
    isOfPart: () => true,
  };
  const ahead = [left('group[aa (ahead)]'), left('group[aa (ahead 2)]'), left('group[aa (makes way)]')];
  expect(standings([...ahead, left('group[bb (ahead)]')], made)).toMatchObject({
    settled: ahead,
    foreign: [left('group[bb (ahead)]')],
  });
});
