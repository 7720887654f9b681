import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { createRenamings } from '../../../src/engine/platform-checks/renamings.ts';
import { lookForPreconditions } from '../../../src/engine/platform-checks/preconditions.ts';
import type { Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { members } from '../../../src/kinds/member.ts';
import { protectedBranches } from '../../../src/kinds/protection/protected-branch.ts';
import { Finding } from '../../../src/placeholders.ts';
import type { LookUps } from '../../../src/batches.ts';
import type { Action, Call, Change, Json, JsonObject } from '../../../src/model.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { changeOf } from '../../apply/change.ts';

const lookUps: LookUps = {
  ...{
    path: '/users',
    by: 'username',
    what: 'user',
    section: 'users',
    remedy: 'make it',
    query: '{ found }',
    row: () => undefined,
  },
};
const presuming: Kind = { ...members, calls: { ...members.calls, lookUps } };
const kinds = new Map<string, Kind>([
  ['members', presuming],
  ['hooks', hooks],
  ['protected_branches', protectedBranches],
]);
const place = { file: 'keelson.yaml', line: 1, column: 1 };

/** A call that names somebody. */
function naming(username: string): Call {
  return { method: 'POST', path: '/x', body: { who: [new Finding({ path: '/users', query: { username } }, 'id')] } };
}

/** What is said of changes to members, `group name`, where the platform answers so. */
async function said(
  answers: { readonly [path: string]: Json | Error | undefined },
  changes: readonly (readonly [string, string, Action?])[],
  more: readonly Change[] = [],
) {
  const asked: string[] = [];
  const client = fakeClient({
    ask: () => Promise.reject(new ApiError('not-found', 'no GraphQL', { method: 'POST', path: '/graphql' })),
    read({ path: list, query: { username = '' } = {} }) {
      const path = `${list}/${String(username)}`;
      asked.push(path);
      const answer = answers[path];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as JsonObject | undefined);
    },
  });
  const gone: Call = { method: 'DELETE', path: '/groups/a/members/1' };
  const made = changes.map(([at, key, action = 'create']) =>
    changeOf(`group[${at}]/member[${key}]`, [], {
      action,
      place,
      calls: action === 'delete' ? [gone] : action === 'create' && key !== 'bot' ? [naming(key)] : [],
    }),
  );
  const hook = changeOf('group[a]/hook[ci]', [], { action: 'create' });
  const { diagnostics } = await lookForPreconditions(
    [...made, hook, ...more],
    { sections: [] },
    { sections: new Map() },
    kinds,
    client,
    createRenamings(client),
  );
  return { diagnostics, messages: diagnostics.map(({ message }) => message), asked };
}

describe('what new entries presume', () => {
  it('is asked for once, and said of each where it is not there', async () => {
    const { diagnostics, asked } = await said({ '/users/eve': [] }, [
      ['a', 'eve'],
      ['b', 'eve'],
      ['a', 'bot'],
    ]);
    expect(asked).toEqual(['/users/eve']);
    expect(diagnostics).toEqual(
      ['a', 'b'].map((at) => ({
        severity: 'warning',
        code: 'presumed-missing',
        message: `there is no user eve: GitLab will refuse group[${at}]/member[eve]`,
        place: { file: 'keelson.yaml', line: 1, column: 1 },
        remedy: 'make it',
      })),
    );
  });

  it('is there where a list or an object shows it, and not spoken of where it cannot be looked at', async () => {
    const refused = new ApiError('forbidden', 'no', { method: 'GET', path: '/x' });
    const answers = { '/users/list': [{ id: 1 }], '/users/one': { id: 1 }, '/users/closed': refused };
    const { messages } = await said(answers, [
      ['a', 'list'],
      ['a', 'one'],
      ['a', 'closed'],
      ['a', 'gone'],
    ]);
    expect(messages).toEqual(['there is no user gone: GitLab will refuse group[a]/member[gone]']);
    await expect(said({ '/users/x': new TypeError('ours') }, [['a', 'x']])).rejects.toThrow('ours');
  });

  it('is no question for what is there already', async () => {
    expect(
      (
        await said({}, [
          ['a', 'eve', 'update'],
          ['b', 'eve', 'delete'],
        ])
      ).asked,
    ).toEqual([]);
    expect(
      (
        await lookForPreconditions([], { sections: [] }, { sections: new Map() }, kinds, fakeClient({}), () =>
          Promise.resolve([]),
        )
      ).diagnostics,
    ).toEqual([]);
  });

  it('is not asked for where it would take as many reads as writes', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ['a', `u${index}`] as const);
    expect((await said({}, many(200))).messages).toHaveLength(200);
    expect(await said({}, many(201))).toMatchObject({ messages: [], asked: [] });
  });

  it('stops the removals of its section: who has another name now is not taken out by the old one', async () => {
    const { diagnostics } = await said({ '/users/eve': [] }, [
      ['a', 'eve'],
      ['b', 'eve'],
      ['a', 'adam', 'delete'],
      ['a', 'cain', 'delete'],
    ]);
    expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'error: there is no user eve: GitLab will refuse group[a]/member[eve], and group[a]/member[adam] and 1 more would be removed beside it',
      'warning: there is no user eve: GitLab will refuse group[b]/member[eve]',
    ]);
    expect(diagnostics[0]?.place).toEqual({ file: 'keelson.yaml', line: 1, column: 1 });
  });

  it('is asked for beside a removal however many there are, and what cannot be looked at stops the plan', async () => {
    const many = Array.from({ length: 201 }, (_, index) => ['b', `u${index}`] as const);
    const { asked } = await said({}, [...many, ['a', 'eve'], ['a', 'adam', 'delete']]);
    expect(asked).toEqual(['/users/eve']);
    const refused = new ApiError('forbidden', 'no', { method: 'GET', path: '/x' });
    await expect(
      said({ '/users/eve': refused }, [
        ['a', 'eve'],
        ['a', 'adam', 'delete'],
      ]),
    ).rejects.toThrow('no');
  });

  it('is an error of whatever is more than a name: a branch is not protected at all where somebody is unknown', async () => {
    const branch = changeOf('project[a/b]/protected_branch[main]', [], {
      action: 'update',
      place,
      calls: [naming('eve'), naming('eve')],
    });
    const { diagnostics } = await said({ '/users/eve': [] }, [['a', 'eve']], [branch]);
    expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: there is no user eve: GitLab will refuse group[a]/member[eve]',
      'error: there is no user eve: GitLab will refuse project[a/b]/protected_branch[main]',
    ]);
  });
});
