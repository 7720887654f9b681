import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const OWN = 'integrations: { pipelines-email: { recipients: a@example.com } }';

test.each(['aa', 'Aa'])(
  'what is declared and goes with the one of the group %s above is refused, and with settings of its own it stays',
  async (path) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': `groups: { aa: { ${OWN} } }\n` });
    const aa = await gitlab.group('aa');
    expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
    await gitlab.post('/projects', { name: 'web', namespace_id: aa });
    const write = (own: string): void => {
      keelson.write(
        'keelson.yaml',
        `groups: { ${path}: { prune: [integrations], integrations: {} } }\nprojects: { aa/web: { ${own} } }\n`,
      );
    };
    write(OWN);
    const planned = await keelson.run('plan');
    expect([planned.status, planned.err]).toEqual([
      1,
      expect.stringContaining(
        `error[nothing-above]: project[aa/web]/integration[pipelines-email] takes over group[${path}]/integration[pipelines-email], which this plan deletes`,
      ),
    ]);
    write(OWN.replace('recipients', 'use_inherited_settings: false, recipients'));
    expect(await keelson.run(...APPLY, '--allow-mass-removal')).toMatchObject({ status: 0 });
    const shown = (await gitlab.get('/projects/aa%2Fweb/integrations/pipelines-email')).object;
    expect(shown).toMatchObject({ inherited: false, properties: { recipients: 'a@example.com' } });
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);
