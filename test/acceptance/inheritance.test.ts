import { describe, expect } from 'vitest';
import { api, scenario } from './ground/ground.ts';
import { groupAt, place } from './ground/place.ts';
import { program } from './ground/program.ts';

describe('integrations that take over the settings of a group above', () => {
  scenario('11.3.2: what inherits comes after what it inherits from', { version: '17.3' }, async () => {
    const here = await place();
    await here.group('below');
    const keelson = program();
    keelson.want({
      groups: {
        [`${here.path}/below`]: {
          integrations: {
            'external-wiki': { use_inherited_settings: true, external_wiki_url: 'https://wiki.example.com' },
          },
        },
        [here.path]: { integrations: { 'external-wiki': { external_wiki_url: 'https://wiki.example.com' } } },
      },
    });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    const below = `/groups/${encodeURIComponent(`${here.path}/below`)}/integrations/external-wiki`;
    expect((await api.get(below)).object).toMatchObject({ inherited: true });
  });

  scenario('11.3.2: what inherits from nothing is refused in the plan', { version: '17.3' }, async () => {
    const here = await place();
    const keelson = program();
    const wiki = { use_inherited_settings: true, external_wiki_url: 'https://wiki.example.com' };
    keelson.want({
      groups: { [here.path]: { description: 'not touched', integrations: { 'external-wiki': wiki } } },
    });
    const { status, out, err } = await keelson.run('apply', '--auto-approve');
    expect(status, out).toBe(1);
    expect(err, 'it says that none is above').toMatch(/external-wiki.*above/);
    expect(err).toMatch(/keelson\.yaml:\d+/);
    expect(await groupAt(here.id), 'nothing was applied').not.toMatchObject({ description: 'not touched' });
  });

  scenario('11.3.2: a project inherits from its group, made in one go', { version: '17.3' }, async () => {
    const here = await place();
    await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
    const keelson = program();
    const wiki = { external_wiki_url: 'https://wiki.example.com' };
    keelson.want({
      projects: {
        [`${here.path}/app`]: { integrations: { 'external-wiki': { use_inherited_settings: true, ...wiki } } },
      },
      groups: { [here.path]: { integrations: { 'external-wiki': wiki } } },
    });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
  });
});
