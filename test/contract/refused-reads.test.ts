import { expect, it } from 'vitest';
import { kindsByName } from '../../src/engine/kinds.ts';
import { everything } from '../../src/engine/export/survey.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { identify } from '../../src/api/instance.ts';
import type { Kind } from '../../src/kind.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import type { World } from '../../src/model.ts';
import { listOf, type Read } from '../../src/read.ts';
import { failuresOf, keelson } from '../support/keelson.ts';
import { document, examples, ground, SECRET } from './examples.ts';

/** One example of each kind that is no scope: without groups and projects nothing else can be looked at. */
const oneOfEach = [...new Map(examples.map(({ example }) => [example.section, example])).values()].flatMap(
  (example) => {
    const kind = allKinds.find(({ section }) => section === example.section);
    return kind === undefined || kind.host !== undefined ? [] : [{ section: example.section, example, kind }];
  },
);

/** The kind, which tells of each read of certain sorts before it is made. */
function telling(kind: Kind, sorts: 'lists' | 'what is beside them', tell: (read: Read) => void): Kind {
  const each = (reads: readonly Read[]): readonly Read[] => {
    for (const read of reads) tell(read);
    return reads;
  };
  const one = (read: Read | undefined): Read | undefined => {
    if (read !== undefined) tell(read);
    return read;
  };
  const { reads } = kind;
  const lists: Partial<Kind['reads']> = {
    all: (...asked) => each(reads.all(...asked)),
    ...(reads.whole && { whole: (scope) => one(reads.whole?.(scope)) ?? { path: '' } }),
  };
  const beside: Partial<Kind['reads']> = {
    ...(reads.detail && { detail: (...asked) => one(reads.detail?.(...asked)) }),
    ...(reads.named && {
      named: (...asked) => {
        const named = reads.named?.(...asked) ?? {};
        each(Object.values(named));
        return named;
      },
    }),
    ...(reads.heldFrom && {
      heldFrom: (...asked) => {
        const held = reads.heldFrom?.(...asked);
        one(held?.list);
        return held;
      },
    }),
  };
  return { ...kind, reads: { ...reads, ...(sorts === 'lists' ? lists : beside) } };
}

const counted = { lists: 0, 'what is beside them': 0 };

const FORBIDDEN = { status: 403, body: { message: '403 Forbidden' }, isJson: true, header: () => undefined };

it.each(oneOfEach.flatMap((one) => (['lists', 'what is beside them'] as const).map((sorts) => ({ ...one, sorts }))))(
  'an export in which all $sorts of $section are kept back has the rest, and tells it',
  async ({ section, example, kind, sorts }) => {
    const { platform, program } = await ground(example);
    expect(failuresOf(await program.apply(document(example, example.before)))).toEqual([]);
    const { url } = platform.sandbox;
    const keptBack: ((path: string) => boolean)[] = [];
    const looking = keelson(url, platform.token, SECRET, ({ method, path }) =>
      method === 'GET' && keptBack.some((holds) => holds(path)) ? FORBIDDEN : undefined,
    );
    const told = telling(kind, sorts, (read) => {
      // What a group or project shows of itself goes with that.
      if (!/^\/(groups|projects)\/[^/]+$/.test(read.path)) keptBack.push(asksFor(read));
    });
    const instance = await identify(looking.client, url);
    const beside = section === 'plan_limits' ? 'system_hooks' : 'plan_limits';
    const all = kindsByName(allKinds);
    const isWanted = (_: unknown, one: Kind): boolean => one.section === section || one.section === beside;
    const { desired } = await everything(all, looking.client, instance, isWanted);
    const whole = await observe(desired, all, looking.client, instance);
    const without = kindsByName(allKinds.map((one) => (one === kind ? told : one)));
    const found = await observe(desired, without, looking.client, instance);
    const missing = found.unseen?.sections ?? [];
    const words = found.diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n');
    for (const address of missing) {
      expect(address).toContain(section);
      expect(words).toContain(`unreadable: ${address} cannot be read: GitLab answers 403 to GET /`);
    }
    // What is not told to be missing is there with all that is in it.
    const seen = ({ sections }: World): Map<string, unknown> =>
      new Map(
        [...sections].flatMap(([address, entries]) =>
          missing.includes(address) ? [] : [[address, entries.map(({ key, spec }) => ({ key, spec }))]],
        ),
      );
    expect(seen(found.world)).toEqual(seen(whole.world));
    counted[sorts] += missing.length;
    await looking.client.close();
    await program.close();
  },
);

it('sections of both sorts went missing in these', () => {
  expect(counted.lists).toBeGreaterThan(20);
  expect(counted['what is beside them']).toBeGreaterThan(3);
});

/** Whether a request makes a read, whosever list it is. */
function asksFor(read: Read): (path: string) => boolean {
  const { path } = read.of === undefined ? read : listOf(read, 0);
  const [before = '', after] = path.split('/0/');
  return (asked) => {
    const bare = asked.split('?')[0] ?? '';
    return after === undefined
      ? bare === `/api/v4${path}`
      : bare.startsWith(`/api/v4${before}`) && bare.endsWith(after);
  };
}
