import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const URL_OF_OTHERS = 'https://ci.example.com/in';

/** A group with a hook without a name that somebody else has made. */
async function withNameless(hook: string, version: string) {
  const { gitlab, keelson } = await stage(
    { 'keelson.yaml': `groups: { plat: { hooks: { ci: ${hook} } } }\n` },
    { version },
  );
  const id = idOf(await gitlab.post(`/groups/${await gitlab.group('plat')}/hooks`, { url: URL_OF_OTHERS }));
  const plan = async () => {
    const { out, err } = await keelson.run('plan');
    return `${out}${err}`.replace(/\s+/g, ' ');
  };
  return { keelson, id, plan };
}

it.each([
  [`{ url: '${URL_OF_OTHERS}', push_events: false }`, 'gets its name'],
  [`{ url: '${URL_OF_OTHERS}', state: absent }`, 'is removed'],
])('that a live hook without a name is taken over by its URL is told: %s', async (hook, becomes) => {
  const { keelson, id, plan } = await withNameless(hook, '18.9.0');
  const told = `[takes-over]: group[plat]/hook[ci] is there under no name: ${URL_OF_OTHERS} (id ${id}), which has none, is taken for it and ${becomes}`;
  expect(await plan()).toContain(told);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect(await plan()).not.toContain('takes-over');
});

it('nothing is told where no hook has a name, nor where nothing of it changes', async () => {
  expect(await (await withNameless(`{ url: '${URL_OF_OTHERS}', push_events: false }`, '16.11.0')).plan()).not.toContain(
    'takes-over',
  );
  expect(await (await withNameless(`{ url: 'https://other.example.com/in' }`, '18.9.0')).plan()).not.toContain(
    'takes-over',
  );
});
