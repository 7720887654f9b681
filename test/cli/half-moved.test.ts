import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeOf } from '../apply/change.ts';
import { strandedMoves } from '../../src/engine/apply/unfinished-changes.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import { kinds } from '../engine/instance.ts';
import { declared, section } from '../engine/observe/declared.ts';
import { team } from './team.ts';

/** The move of `aa/api` to `zz/svc`, which a fault has cut after its first call. */
async function cutMove(attributes = '') {
  const { gitlab, keelson } = await team(`groups:\n  zz/svc: { previously: aa/api${attributes} }\n`);
  const aa = await gitlab.group('aa');
  const api = await gitlab.group('api', { parent_id: aa });
  await gitlab.group('zz');
  gitlab.sandbox.fail({ faults: [{ kind: '500', on: 'POST /groups/*/transfer', times: 100 }] });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(1);
  gitlab.sandbox.fail('');
  const left = textOf((await gitlab.get(`/groups/${api}`)).object['full_path']);
  const forget = (): void => {
    rmSync(join(keelson.folder, '.keelson'), { recursive: true });
  };
  return { gitlab, keelson, api, left, forget };
}

test.each(['with', 'without'])(
  'nothing is made at the path that a cut move has left, %s its journal',
  async (journal) => {
    const { gitlab, keelson, api, left, forget } = await cutMove();
    expect(left).toMatch(/^aa\/svc-moving-/);
    if (journal === 'without') forget();
    keelson.write('keelson.yaml', 'groups:\n  aa/api: { description: new }\n');
    const refused = await keelson.run('apply', '--auto-approve');
    expect(refused.status).toBe(1);
    expect(refused.err).toContain(`error[half-moved]: group[${left}] (id ${api}), called api, was left half moved`);
    const drift = await keelson.run('drift');
    expect(drift.status).toBe(2);
    expect(drift.out).toContain(`warning[half-moved]: group[${left}] (id ${api})`);
    // What is told helps.
    expect(refused.err).toContain(`Write \`previously: ${left}\``);
    keelson.write('keelson.yaml', `groups:\n  aa/api: { previously: ${left}, description: new }\n`);
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    expect((await gitlab.get('/groups/aa%2Fapi')).object).toMatchObject({ id: api, name: 'api', description: 'new' });
  },
);

test('what a cut move has left at the place where it was going is found by its name, and brought back', async () => {
  const { gitlab, keelson, api, left, forget } = await cutMove();
  const zz = Number((await gitlab.get('/groups/zz')).object['id']);
  await gitlab.post(`/groups/${api}/transfer`, { group_id: zz });
  const there = left.replace('aa/', 'zz/');
  keelson.write('keelson.yaml', 'groups:\n  aa/api: {}\n');
  const refused = await keelson.run('plan');
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining(`previously: ${there}`)]);
  forget();
  keelson.write('keelson.yaml', `groups:\n  aa/api: { previously: ${there} }\n`);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/aa%2Fapi')).object['id']).toBe(api);
});

test('what is half moved is finished by an entry without `previously` only where nothing is made where it came from', async () => {
  const { gitlab, keelson, api, left: before } = await cutMove();
  const zz = Number((await gitlab.get('/groups/zz')).object['id']);
  await gitlab.post(`/groups/${api}/transfer`, { group_id: zz });
  const left = before.replace('aa/', 'zz/');
  keelson.write('keelson.yaml', 'groups: { zz/svc: {}, aa/api: {} }\n');
  for (const command of ['plan', 'apply']) {
    const refused = await keelson.run(command, ...(command === 'apply' ? ['--auto-approve'] : []));
    expect([refused.status, refused.err]).toEqual([
      1,
      expect.stringMatching(
        /error\[half-moved\]: group\[\S+\] \(id \d+\) was left half moved from aa\/api to zz\/svc, and both are declared/,
      ),
    ]);
  }
  // What is told helps, either way.
  keelson.write('keelson.yaml', `groups: { zz/svc: {}, aa/api: { previously: ${left} } }\n`);
  expect((await keelson.run('plan')).out).toMatch(/group\[aa\/api\][^]*1 to create, 1 to update/);
  keelson.write('keelson.yaml', `groups: { zz/svc: { previously: ${left} }, aa/api: {} }\n`);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/zz%2Fsvc')).object['id']).toBe(api);
  keelson.write('keelson.yaml', 'groups: { zz/svc: {}, aa/api: {} }\n');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('what a cut move has left where it was going is what is made under its former path, and nothing else', async () => {
  const { gitlab, keelson, api, left, forget } = await cutMove(', name: Service');
  const zz = Number((await gitlab.get('/groups/zz')).object['id']);
  await gitlab.post(`/groups/${api}/transfer`, { group_id: zz });
  const there = left.replace('aa/', 'zz/');
  forget();
  for (const groups of ['aa/api: {}', '{ aa: {}, aa/api: {} }', 'zz/API: {}']) {
    keelson.write('keelson.yaml', `groups: ${groups.startsWith('{') ? groups : `{ ${groups} }`}\n`);
    const { status, err } = await keelson.run('apply', '--auto-approve');
    expect([groups, status, err]).toEqual([groups, 1, expect.stringContaining('error[half-moved]')]);
    expect(err).toContain(`Write \`previously: ${there}\``);
  }
  // Its own path tells that it was none of these: somebody else's repository need not wait for it.
  keelson.write('keelson.yaml', 'groups:\n  other: {}\n');
  const other = await keelson.run('apply', '--auto-approve');
  expect([other.status, other.out]).toEqual([0, expect.stringContaining(`warning[half-moved]: group[${there}]`)]);
  keelson.write('keelson.yaml', `groups:\n  aa/api: { previously: ${there} }\n`);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/aa%2Fapi')).object['id']).toBe(api);
});

test('what is half moved elsewhere is warned of where others are made beside it, and what finishes it is no trouble', async () => {
  const { keelson, left, forget } = await cutMove();
  keelson.write('keelson.yaml', 'groups:\n  zz/other: {}\n  zz/svc: { previously: aa/api }\n');
  const whole = await keelson.run('plan');
  expect([whole.status, whole.out]).toEqual([0, expect.not.stringContaining('half-moved')]);
  const part = await keelson.run('plan', '--target', 'group[zz/other]');
  expect([part.status, part.out]).toEqual([0, expect.not.stringContaining('half-moved')]);
  forget();
  keelson.write('keelson.yaml', 'groups:\n  top: {}\n');
  const beside = await keelson.run('plan');
  expect([beside.status, beside.out]).toEqual([0, expect.stringContaining(`warning[half-moved]: group[${left}]`)]);
});

const swap = 'groups:\n  aa: { previously: bb }\n  bb: { previously: aa }\n';

/** A swap that a fault has cut once the first of the two had made way. */
async function cutSwap() {
  const { gitlab, keelson } = await team(swap);
  const [aa, bb] = [await gitlab.group('aa'), await gitlab.group('bb')];
  gitlab.sandbox.fail({ faults: [{ kind: '500', on: `PUT /groups/${bb}`, times: 100 }] });
  expect((await keelson.run('apply', '--auto-approve', '--allow-swap', `aa=${bb}`)).status).toBe(1);
  gitlab.sandbox.fail('');
  return { gitlab, keelson, aa, bb, left: textOf((await gitlab.get(`/groups/${aa}`)).object['full_path']) };
}

test.each(['with', 'without'])('a cut swap that is reverted makes no second group, %s its journal', async (journal) => {
  const { gitlab, keelson, aa, left } = await cutSwap();
  if (journal === 'without') rmSync(join(keelson.folder, '.keelson'), { recursive: true });
  keelson.write('keelson.yaml', 'groups:\n  aa: {}\n  bb: {}\n');
  const { status, err } = await keelson.run('apply', '--auto-approve');
  expect([status, err]).toEqual([1, expect.stringContaining(`Write \`previously: ${left}\``)]);
  expect(err).not.toContain('holds what is left to do');
  keelson.write('keelson.yaml', `groups:\n  aa: { previously: ${left} }\n  bb: {}\n`);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/aa')).object).toMatchObject({ id: aa, name: 'aa' });
});

test('half of a cut swap is not out of date while the other group is on its way', async () => {
  const { keelson, aa, left } = await cutSwap();
  keelson.write('keelson.yaml', 'groups:\n  bb: { previously: aa }\n');
  const { status, err } = await keelson.run('plan');
  expect([status, err]).toEqual([1, expect.stringContaining(`so is ${left} (id ${aa})`)]);
  // What the journal knows to be half moved is an error, whatever else is planned.
  keelson.write('keelson.yaml', 'groups:\n  bb: {}\n');
  expect((await keelson.run('plan')).err).toContain('error[half-moved]');
});

test('a move that may be made keeps another from being made in its place, unless it is asked for or seen', () => {
  const move = {
    ...{ address: 'group[zz/svc]', method: 'PUT', path: '/groups/2', at: '2026-01-31T12:00:00Z' },
    ...{ refused: false, moves: true, secretLost: false },
  };
  const changes = [changeOf('group[aa/api]', [], { action: 'create' })];
  const told = (more: object, entries = [declared('aa/api')], live: object[] = []): number => {
    const desired = { sections: [section('groups', undefined, ...entries)] };
    const world = { sections: new Map([['instance/groups', live as never]]) };
    return strandedMoves([{ ...move, ...more }], desired, world, changes, kinds).length;
  };
  expect(told({})).toBe(1);
  expect(told({ refused: true })).toBe(0);
  expect(told({ moves: false })).toBe(0);
  // An older version, or somebody's hand, has written it.
  expect(told({ address: 'group[zz]/gadget[x]' })).toBe(0);
  expect(told({}, [declared('zz/svc', { previously: 'aa/api' })])).toBe(0);
  expect(told({}, undefined, [{ id: 2 }])).toBe(0);
});
