import { describe, expect, it } from 'vitest';
import { stage } from '../apply/stage.ts';

const tree = `groups:
  aa: { name: Aa, visibility: internal }
  aa/xx: { name: Xx, visibility: internal }
`;

async function staged() {
  const staging = await stage({ 'keelson.yaml': tree });
  expect((await staging.keelson.run('apply', '--auto-approve')).status).toBe(0);
  const { object } = await staging.gitlab.get('/groups/aa%2Fxx');
  return { ...staging, inside: Number(object['id']) };
}

type Staged = Awaited<ReturnType<typeof staged>>;

async function planned({ keelson }: Staged, text: string) {
  keelson.write('keelson.yaml', text);
  const { status, out, err } = await keelson.run('plan');
  return { status, said: (out + err).replace(/\s+/g, ' ') };
}

const lowered = tree.replaceAll('internal', 'private');

describe('a group that is to be less visible than what stands in it', () => {
  it('is an error of the plan where that is a project, and nothing is sent', async () => {
    const staging = await staged();
    const { gitlab, inside } = staging;
    await gitlab.post('/projects', { name: 'web', namespace_id: inside, visibility: 'internal' });
    const { status, said } = await planned(staging, lowered);
    expect(status).toBe(1);
    expect(said).toContain(
      'group[aa/xx] cannot get visibility private while project[aa/xx/web] (internal) stands in it',
    );
    const { status: applied } = await staging.keelson.run('apply', '--auto-approve');
    expect(applied).toBe(1);
    expect((await gitlab.get('/groups/aa')).object['visibility']).toBe('internal');
  });

  it('is an error of the plan where that is a group which nobody declares', async () => {
    const staging = await staged();
    const { gitlab, inside } = staging;
    await gitlab.post('/groups', { name: 'kid', path: 'kid', parent_id: inside, visibility: 'internal' });
    const { status, said } = await planned(staging, lowered);
    expect(status).toBe(1);
    expect(said).toContain('while group[aa/xx/kid] (internal) stands in it');
  });

  it('is none where the project is as visible, waits for its deletion, or is only shared', async () => {
    const staging = await staged();
    const { gitlab, inside } = staging;
    const { object: web } = await gitlab.post('/projects', {
      name: 'web',
      namespace_id: inside,
      visibility: 'internal',
    });
    await gitlab.post('/projects', { name: 'low', namespace_id: inside, visibility: 'private' });
    await gitlab.delete(`/projects/${String(Number(web['id']))}`);
    const other = await gitlab.group('bb', { visibility: 'internal' });
    const { object: lent } = await gitlab.post('/projects', {
      name: 'lent',
      namespace_id: other,
      visibility: 'internal',
    });
    await gitlab.post(`/projects/${String(Number(lent['id']))}/share`, { group_id: inside, group_access: 30 });
    const { status, said } = await planned(staging, lowered);
    expect(status, said).toBe(0);
    expect((await staging.keelson.run('apply', '--auto-approve')).status).toBe(0);
  });

  it.each(['a0', 'zz'])('is none where the plan takes it elsewhere, to %s', async (to) => {
    const staging = await staged();
    const { gitlab, inside, keelson } = staging;
    await gitlab.post('/groups', { name: 'kid', path: 'kid', parent_id: inside, visibility: 'internal' });
    const { status, said } = await planned(
      staging,
      `${lowered}  ${to}: { name: kid, previously: aa/xx/kid, visibility: internal }\n`,
    );
    expect(status, said).toBe(0);
    const { status: applied, out, err } = await keelson.run('apply', '--auto-approve');
    expect(applied, out + err).toBe(0);
  });
});
