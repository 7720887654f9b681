import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import { desiredOf, keelson, type Keelson } from '../support/keelson.ts';
import { sandbox } from '../sandbox/client.ts';

const editions = [
  { version: '16.11.0-ee', tier: 'premium' },
  { version: '18.9.0-ee', tier: 'free' },
  { version: '18.9.0-ee', tier: 'ultimate' },
] as const;

/** Every section that may stand empty in a group or project, as a document about one at a path. */
const sections = kinds.flatMap(({ section, scopes, shape }) =>
  scopes.flatMap((scope) => {
    if (scope === 'instance') return [];
    const empty = { [section]: shape.type === 'list' ? [] : {} };
    const about = (group: string): object =>
      scope === 'group'
        ? { groups: { [group]: empty } }
        : { groups: { [group]: {} }, projects: { [`${group}/app`]: empty } };
    return isValid(about('there')) ? [{ name: `${scope} ${section}`, about }] : [];
  }),
);

function isValid(document: object): boolean {
  try {
    return desiredOf(document).sections.length > 0;
  } catch {
    return false;
  }
}

/** What a plan says of sections that it cannot know. */
async function saidBy(program: Keelson, document: object): Promise<readonly string[]> {
  try {
    await program.plan(document);
    return [];
  } catch (error) {
    return [...String(error).matchAll(/ (unreadable|not-offered): (?:group|project)\[/g)].map(([, code = '']) => code);
  }
}

describe.each(editions)('on GitLab $version $tier', ({ version, tier }) => {
  it('a plan that would make a group or project says of each section what every later plan says', async () => {
    const platform = await sandbox({ version, tier });
    const namespace_id = await platform.group('there');
    expect((await platform.post('/projects', { name: 'app', path: 'app', namespace_id })).status).toBe(201);
    const program = keelson(platform.sandbox.url, platform.token);
    const said = { before: [] as string[], later: [] as string[] };
    for (const { name, about } of sections) {
      said.before.push(`${name} ${(await saidBy(program, about('yet-to-come'))).join()}`);
      said.later.push(`${name} ${(await saidBy(program, about('there'))).join()}`);
    }
    expect(said.before).toEqual(said.later);
    expect(said.later).toContain(`group member_roles ${version.startsWith('16') ? 'unreadable' : 'not-offered'}`);
    expect(said.later).toContain('group hooks ');
    if (tier === 'free') expect(said.later).toContain('group service_accounts unreadable');
    if (version.startsWith('16')) expect(said.later).toContain('group integrations not-offered');
    await program.close();
  });
});

it('an absence that nobody could see is none: roles are not shown where the licence lacks them', async () => {
  const platform = await sandbox({ tier: 'premium' });
  const program = keelson(platform.sandbox.url, platform.token);
  const gone = { instance: { member_roles: { reviewer: { state: 'absent' } } } };
  await expect(program.plan(gone)).rejects.toThrow(
    'unreadable: instance/member_roles cannot be read: member_roles need GitLab Ultimate, and this is GitLab 18.9.0-ee, Premium',
  );
  await program.close();
});
