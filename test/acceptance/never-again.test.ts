import { describe, expect } from 'vitest';
import { isObject, textOf, type Json, type JsonObject } from './ground/api.ts';
import { api, ground, scenario } from './ground/ground.ts';
import { place } from './ground/place.ts';
import { program, SECRET } from './ground/program.ts';

/** The parameters of 18.9 that are taken and never shown, with what their integrations demand beside them. */
const NOT_SHOWN: { readonly [slug: string]: { readonly demanded: JsonObject; readonly hidden: JsonObject } } = {
  'microsoft-teams': {
    demanded: { webhook: { env: SECRET } },
    hidden: { notify_only_when_pipeline_status_changes: true },
  },
  'pipelines-email': {
    demanded: { recipients: 'one@example.com' },
    hidden: { notify_only_when_pipeline_status_changes: true, notify_child_pipelines: true },
  },
  bamboo: {
    demanded: { bamboo_url: 'https://bamboo.example.com', username: 'one', password: { env: SECRET } },
    hidden: { build_key: 'KEY' },
  },
};

describe('what the platform does not show is planned once', () => {
  scenario(
    '11.3.3: fields of integrations that are never shown are told of once, and sent again with --resend',
    { version: '17.9' },
    async () => {
      const here = await place();
      const keelson = program();
      const integrations = Object.fromEntries(
        Object.entries(NOT_SHOWN).map(([slug, { demanded, hidden }]) => [slug, { ...demanded, ...hidden }]),
      );
      keelson.want({ groups: { [here.path]: { integrations } } });
      await keelson.apply();
      expect(await keelson.plan()).toEqual([]);
      const told = await unverifiable(keelson);
      for (const [slug, { hidden }] of Object.entries(NOT_SHOWN))
        for (const field of Object.keys(hidden))
          expect(told).toContain(`group[${here.path}]/integration[${slug}].${field}`);
      const again = (await keelson.plan('--resend', `group[${here.path}]/integration[bamboo]`)).join('\n');
      expect(again).toContain('build_key');
      expect(again).not.toContain('pipelines-email');
    },
  );

  scenario(
    '11.3.3: git-guardian of a group converges, whose api_url is never shown',
    { tier: 'premium', version: '17.9' },
    async () => {
      const here = await place();
      const keelson = program();
      const guardian = { token: { env: SECRET }, api_url: 'https://guardian.example.com' };
      keelson.want({ groups: { [here.path]: { integrations: { 'git-guardian': guardian } } } });
      await keelson.apply();
      expect(await keelson.plan()).toEqual([]);
      expect(await unverifiable(keelson)).toContain(`group[${here.path}]/integration[git-guardian].api_url`);
    },
  );

  scenario(
    '11.3.3: attributes of a group whose keys the answer lacks are no difference',
    { tier: 'ultimate' },
    async () => {
      const here = await place();
      const declared = {
        auto_duo_code_review_enabled: true,
        web_based_commit_signing_enabled: true,
        allow_personal_snippets: true,
      };
      const shown = (await api.get(`/groups/${here.id}?with_projects=false`)).object;
      const keelson = program();
      keelson.want({ groups: { [here.path]: declared } });
      await keelson.apply();
      expect(await keelson.plan()).toEqual([]);
      const told = await unverifiable(keelson);
      for (const field of Object.keys(declared))
        if (!(field in shown)) expect(told).toContain(`group[${here.path}].${field}`);
    },
  );

  scenario(
    '11.3.3: a default branch that is no branch name is refused, since the platform drops it in silence',
    {},
    async () => {
      const here = await place();
      const keelson = program();
      keelson.want({ groups: { [here.path]: { default_branch: 'no..branch' } } });
      const { status, err } = await keelson.run('validate');
      expect({ status, told: err.includes('no..branch') }, err).toEqual({ status: 1, told: true });
    },
  );

  scenario('11.3.4: what the answer to a POST does not show is looked up, and not called a failure', {}, async () => {
    // The attribute is of groups at the top alone.
    const path = `${ground.root}-protocol`;
    const keelson = program();
    keelson.want({ groups: { [path]: { enabled_git_access_protocol: 'ssh' } } });
    const { out, err } = await keelson.apply();
    expect(`${out}${err}`).not.toContain('did not do');
    expect((await api.get(`/groups/${path}`)).object).toMatchObject({ enabled_git_access_protocol: 'ssh' });
    expect(await keelson.plan()).toEqual([]);
  });
});

/** What a plan says it cannot compare. */
async function unverifiable(keelson: ReturnType<typeof program>): Promise<readonly string[]> {
  const { out } = await keelson.run('plan', '--json');
  const plan: unknown = JSON.parse(out);
  const told: Json | undefined = isObject(plan) ? plan['unverifiable'] : undefined;
  return Array.isArray(told) ? told.map(textOf) : [];
}
