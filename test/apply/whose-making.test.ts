import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/model.ts';
import { idOf } from '../sandbox/client.ts';
import { passOn } from './pass-on.ts';
import { answer, serverOf } from './server.ts';
import { stage, writes } from './stage.ts';

const ENDS = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10);

/** A token of each kind, with the secret of each in a file of its own. */
const declared = (scopes: 'old' | 'new', runner = ''): string => `groups:
  aa:
    access_tokens:
      bot: { scopes: [${scopes === 'new' ? 'api' : 'read_api'}], access_level: owner, expires_at: ${ENDS}, token_to: { file: ${scopes}.bot } }
    deploy_tokens:
      pull: { scopes: [${scopes === 'new' ? 'read_registry' : 'read_repository'}], token_to: { file: ${scopes}.pull } }
${runner}`;

const RUNNER = '    runners: { build: { tags: [x], token_to: { file: new.build } } }\n';

/** What comes before the calls that make tokens, and what becomes of these. */
interface Mischance {
  readonly before: () => Promise<void>;
  readonly then: 'sent' | 'lost';
}

/** A group in an instance behind a gateway, at which one may come between, and what others do there. */
async function behindGateway(yaml: string, options: Parameters<typeof stage>[1] = {}) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, options);
  const aa = await gitlab.group('aa');
  await gitlab.post(`/groups/${aa}/members`, { username: 'carol', access_level: 50 });
  let now: Mischance | undefined;
  let came: Promise<void> | undefined;
  const { url } = await serverOf((response, _number, asked) => {
    const makes = asked.method === 'POST' && /(tokens|runners)$/.test(asked.url ?? '');
    if (now === undefined || !makes) {
      passOn(gitlab.sandbox.url, asked, response);
      return;
    }
    const { before, then } = now;
    came ??= before();
    void came.then(() => {
      if (then === 'sent') passOn(gitlab.sandbox.url, asked, response);
      else
        asked.resume().on('end', () => {
          answer(response, 502, 'Bad Gateway', { 'content-type': 'text/html' });
        });
    });
  });
  const at = `/groups/${aa}`;
  return {
    gitlab,
    keelson: keelson.told({ KEELSON_URL: url, KEELSON_TOKEN: gitlab.token }),
    /** Somebody makes these under the names that are declared. */
    makes: async (who: 'carol' | 'root', more: { readonly bot?: JsonObject; readonly pull?: JsonObject } = {}) => {
      const by = who === 'root' ? gitlab : gitlab.as(who);
      const bot = { name: 'bot', scopes: ['api'], access_level: 50, expires_at: ENDS, ...more.bot };
      const build = { runner_type: 'group_type', group_id: aa, description: 'build', tag_list: ['x'] };
      return [
        idOf(await by.post(`${at}/access_tokens`, bot)),
        idOf(await by.post(`${at}/deploy_tokens`, { name: 'pull', scopes: ['read_registry'], ...more.pull })),
        ...(yaml.includes('runners') ? [idOf(await by.post('/user/runners', build))] : []),
      ];
    },
    during: async (mischance: Mischance, run: () => Promise<void>) => {
      now = mischance;
      await run();
      now = undefined;
      came = undefined;
    },
    /** The numbers of what is live, by kind. */
    live: async () => {
      const lists = [`${at}/access_tokens?state=active`, `${at}/deploy_tokens?active=true`, `${at}/runners`];
      const found = await Promise.all(lists.map((list) => gitlab.get(list)));
      return found.map(({ list }) => list.map(({ id }) => id));
    },
  };
}

function removals(gitlab: Parameters<typeof writes>[0]): readonly string[] {
  return writes(gitlab).filter((write) => write.startsWith('DELETE'));
}

it('what another run of the same user has made at the same time, and has the secrets of, is not replaced by the next run', async () => {
  const { gitlab, keelson, makes, during, live } = await behindGateway(declared('new', RUNNER));
  let theirs: readonly number[] = [];
  const before = async () => {
    theirs = await makes('root');
  };
  await during({ before, then: 'sent' }, async () => {
    const { status, out } = await keelson.run('apply', '--auto-approve');
    expect(status, out).toBe(1);
    expect(out.match(/another run made the same at the same time, and has its secret/g)).toHaveLength(3);
  });
  expect((await live()).flat()).toEqual(theirs);
  const gone = removals(gitlab);
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect([status, out, err]).toEqual([0, expect.stringContaining('Nothing to do'), '']);
  expect([(await live()).flat(), removals(gitlab)]).toEqual([theirs, gone]);
});

it.each([
  ['as declared', {}, 'ultimate'],
  [
    'otherwise',
    { bot: { scopes: ['read_repository'], access_level: 10 }, pull: { scopes: ['read_package_registry'] } },
    'ultimate',
  ],
  ['as declared, where no audit events are to be read', {}, 'free'],
] as const)(
  'what somebody else has made %s is no replacement of what a run was to replace',
  async (_how, more, tier) => {
    const { gitlab, keelson, makes, during, live } = await behindGateway(declared('old'), { tier });
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    const old = (await live()).flat();
    keelson.write('keelson.yaml', declared('new'));
    let theirs: readonly number[] = [];
    const before = async () => {
      theirs = await makes('carol', more);
    };
    await during({ before, then: 'lost' }, async () => {
      expect((await keelson.run('apply', '--auto-approve')).out.match(/was left alone/g)).toHaveLength(2);
    });
    const { status, out, err } = await keelson.run('apply', '--auto-approve');
    expect(status, out).toBe(1);
    expect(err.match(/error\[ambiguous\]/g)).toHaveLength(2);
    const [bot] = theirs;
    const whose = tier === 'free' ? 'made at' : 'made by carol at';
    expect(err.replace(/\s+/g, ' ')).toContain(`what stands there now (id ${String(bot)}, ${whose}`);
    expect([(await live()).flat().sort(), removals(gitlab)]).toEqual([[...old, ...theirs].sort(), []]);
  },
);

it('what stands as declared where a run was to make it, and somebody else has made, is told until it is no question', async () => {
  const { keelson, makes, during, live, gitlab } = await behindGateway(declared('new', RUNNER));
  let theirs: readonly number[] = [];
  const before = async () => {
    theirs = await makes('carol');
  };
  await during({ before, then: 'lost' }, async () => {
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(1);
  });
  for (const command of [['plan'], ['apply', '--auto-approve'], ['plan']]) {
    const { status, out, err } = await keelson.run(...command);
    const told = `${out}${err}`.replace(/\s+/g, ' ');
    expect([status, told]).toEqual([0, expect.stringContaining('Nothing to do')]);
    for (const [index, file] of ['new.bot', 'new.pull', 'new.build'].entries()) {
      expect(told).toMatch(
        new RegExp(
          `what stands there now \\(id ${String(theirs[index])}, made by carol at \\S+\\) is not shown to be its making, and its secret is not in ${file}`,
        ),
      );
    }
  }
  expect([(await live()).flat(), removals(gitlab)]).toEqual([theirs, []]);
  for (const file of ['new.bot', 'new.pull', 'new.build']) keelson.write(file, 'what carol has handed over');
  const { out, err } = await keelson.run('plan');
  expect([out, err]).toEqual([expect.stringContaining('Nothing to do'), '']);
});

it('of what differs from what is declared, and was made by somebody else instead, the plan tells that before it is replaced', async () => {
  const { keelson, makes, during } = await behindGateway(declared('new'));
  const other = { bot: { scopes: ['read_repository'] }, pull: { scopes: ['read_package_registry'] } };
  const before = async () => {
    await makes('carol', other);
  };
  await during({ before, then: 'lost' }, async () => {
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(1);
  });
  const { out } = await keelson.run('plan');
  expect(out).toContain('2 to replace');
  expect(out.replace(/\s+/g, ' ')).toMatch(
    /made by carol at \S+ is not shown to be its making.* this plan replaces it/i,
  );
});
