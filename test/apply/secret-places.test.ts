import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDays } from '../support/in-days.ts';
import { stage } from './stage.ts';

/** A group with a token that goes to a file and to a variable of a project, whose path is written in another letter case. */
async function started(more = '') {
  const { gitlab, keelson } = await stage({});
  const eng = await gitlab.group('eng');
  await gitlab.post('/projects', { name: 'web', path: 'web', namespace_id: eng });
  const written = (scopes: string, sinks = '[{ file: bot.token }, { variable: { project: ENG/Web, key: BOT } }]') => {
    const bot = `{ scopes: [${scopes}], expires_at: ${inDays(100)}, token_to: ${sinks} }`;
    keelson.write('keelson.yaml', `groups: { eng: { access_tokens: { bot: ${bot} } } }\n${more}`);
  };
  const apply = (...args: readonly string[]) => keelson.run('apply', '--auto-approve', ...args);
  const variable = async () => (await gitlab.get(`/projects/eng%2Fweb/variables`)).list;
  const tokens = async () =>
    (await gitlab.get(`/groups/${eng}/access_tokens?state=active`)).list.map((one) => [one['id'], one['scopes']]);
  const kept = () =>
    existsSync(join(keelson.folder, 'bot.token')) ? readFileSync(join(keelson.folder, 'bot.token'), 'utf8').trim() : '';
  const clear = () => {
    rmSync(join(keelson.folder, 'bot.token'), { force: true });
  };
  return { gitlab, keelson, written, apply, variable, tokens, kept, clear };
}

test.each(['', 'projects: { eng/web: { variables: { OTHER: { plain_value: x } } } }\n'])(
  'a place in another letter case is the same one, with "%s" beside it: what is there is changed, and not made again',
  async (more) => {
    const { written, apply, variable, kept, clear } = await started(more);
    written('read_api');
    expect(await apply()).toMatchObject({ status: 0 });
    clear();
    written('read_api, read_registry');
    expect(await apply()).toMatchObject({ status: 0 });
    expect((await variable()).find(({ key }) => key === 'BOT')).toMatchObject({ value: kept(), masked: true });
  },
);

test('what a variable holds is told before it is written over, and that one gets nothing until the token is made anew', async () => {
  const { gitlab, keelson, written, apply, clear } = await started();
  await gitlab.post('/projects/eng%2Fweb/variables', { key: 'BOT', value: 'by-somebody', masked: false });
  written('read_api');
  const { out } = await keelson.run('plan');
  expect(out.replace(/\s+/g, ' ')).toContain(
    'warning[written-over]: project[ENG/Web]/variable[BOT] is there, and gets the secret of group[eng]/access_token[bot] in place of what it holds (masked: false → true), which nothing brings back',
  );
  // Drift makes nothing, and writes over nothing.
  expect((await keelson.run('drift')).out).not.toContain('written-over');
  expect(await apply()).toMatchObject({ status: 0 });
  written(
    'read_api',
    '[{ file: bot.token }, { variable: { project: eng/web, key: BOT } }, { variable: { group: eng, key: NEW } }]',
  );
  const next = await keelson.run('plan', '--detailed-exitcode');
  expect([next.status, next.out.replace(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringMatching(
      /warning\[not-handed\]: group\[eng\]\/variable\[NEW\] is not there, and would get the secret of group\[eng\]\/access_token\[bot\] only where that is made anew/,
    ),
  ]);
  expect(next.out).not.toContain('written-over');
  // What somebody has put there since is lost with the next one; what came from here is not told each time.
  clear();
  written('read_api, read_registry');
  expect((await keelson.run('plan')).out).not.toContain('written-over');
  await gitlab.put('/projects/eng%2Fweb/variables/BOT', { value: 'by-somebody-again' });
  expect((await keelson.run('plan')).out).toContain('warning[written-over]: project[ENG/Web]/variable[BOT] is there');
  written('read_api', '{ variable: { project: eng/none, key: BOT } }');
  const { err } = await keelson.run('plan');
  expect(err).toContain('= help: Declare it with `create`, or correct its name');
  expect(err).not.toContain('not-handed');
});

test('why tells of a variable which token has its secret there, and by which line', async () => {
  const { keelson, written, apply } = await started('projects: { eng/web: {} }\n');
  written('read_api');
  expect(await apply()).toMatchObject({ status: 0 });
  const { out } = await keelson.run('why', 'project[eng/web]/variable[BOT]');
  expect(out).toContain(
    'Wanted: declared by group[eng]/access_token[bot] alone, whose secret goes there when it is made',
  );
  expect(out).toContain('keelson.yaml:1:');
  const json = JSON.parse((await keelson.run('why', 'project[eng/web]/variable[BOT]', '--json')).out) as object;
  expect(json).toMatchObject({ wanted: { because: 'handed', from: 'group[eng]/access_token[bot]' } });
});

test('a variable that holds a secret and is not masked any more is told, and nothing is said to be all as declared', async () => {
  const { gitlab, keelson, written, apply } = await started();
  written('read_api');
  expect(await apply()).toMatchObject({ status: 0 });
  expect((await keelson.run('drift')).out).not.toContain('but for variables');
  await gitlab.put('/projects/eng%2Fweb/variables/BOT', { masked: false });
  for (const command of ['plan', 'drift']) {
    const { out, err } = await keelson.run(command);
    const told = `${out}${err}`.replace(/\s+/g, ' ');
    expect(told).toContain(
      'warning[handed-otherwise]: project[ENG/Web]/variable[BOT], which holds the secret of group[eng]/access_token[bot], is otherwise than declared, and is changed only where that is made anew: masked: false → true',
    );
    expect(told).toContain(', but for variables of which that is told');
  }
});

test('an undo sends the secret of what it makes anew to where the other one went, and tells what stays with a void one', async () => {
  const { gitlab, keelson, written, apply, variable, tokens, kept, clear } = await started();
  await gitlab.post('/projects/eng%2Fweb/variables', { key: 'BOT', value: 'by-somebody' });
  written('read_api');
  const made = await apply('--undo', 'made.json');
  for (const why of [
    'its secret stays where it goes, and is void then: bot.token, project[ENG/Web]/variable[BOT]',
    'what project[ENG/Web]/variable[BOT] holds before it gets the secret is kept nowhere',
  ])
    expect(made.err).toContain(`  group[eng]/access_token[bot]: ${why}\n`);
  clear();
  written('read_api, read_registry');
  const remade = await apply('--undo', 'remade.json');
  const [, file = ''] =
    /group\[eng\]\/access_token\[bot\]: it is made anew, with another number and without its history; its secret is another one, and goes to (eng-access_token-bot-\w+-\d+\.secret), project\[eng\/web\]\/variable\[BOT\]\n/.exec(
      remade.err,
    ) ?? [];
  // The file that was named has the secret that is good until then, and is not written over.
  const good = kept();
  expect(await apply('remade.json')).toMatchObject({ status: 0 });
  expect(await tokens()).toEqual([[expect.any(Number), ['read_api']]]);
  const secret = readFileSync(join(keelson.folder, file), 'utf8').trim();
  expect(await variable()).toMatchObject([{ key: 'BOT', value: secret }]);
  expect([secret, kept()]).not.toContain('');
  expect([kept(), secret === good]).toEqual([good, false]);

  keelson.write('keelson.yaml', 'groups: { eng: { access_tokens: { bot: { state: absent } } } }\n');
  expect((await apply('--undo', 'gone.json', '--allow-mass-removal')).err).toMatch(
    /; its secret is another one, and goes to eng-access_token-bot-\w+-\d+\.secret/,
  );
});

test('an undo leaves alone what was made anew because it was due', async () => {
  const { keelson, written, apply, tokens, clear } = await started();
  const due = (before: string) =>
    `groups: { eng: { access_tokens: { bot: { scopes: [read_api], rotate: { before: ${before}, lifetime: 90d }, token_to: { file: bot.token } } } } }\n`;
  written('read_api', '{ file: bot.token }');
  keelson.write('keelson.yaml', due('1d').replace('lifetime: 90d', 'lifetime: 5d'));
  expect(await apply()).toMatchObject({ status: 0 });
  clear();
  keelson.write('keelson.yaml', due('14d'));
  const { status, err } = await apply('--undo', 'undo.json');
  expect([status, err]).toEqual([0, expect.stringContaining('stays, with the secret that it has')]);
  const before = await tokens();
  expect((await apply('undo.json')).out).toContain('Nothing to do: ');
  expect(await tokens()).toEqual(before);
});
