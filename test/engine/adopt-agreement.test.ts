import { expect, it } from 'vitest';
import type { ConfigurationEdit } from '../../src/configuration-edit.ts';
import { disagreement } from '../../src/engine/adopt/agreement.ts';
import type { Plan } from '../../src/model.ts';

/** A plan that makes nothing, with these entries live and undeclared, and these errors. */
function planOf(undeclared: readonly string[], errors: readonly string[] = []): Plan {
  return {
    target: { url: 'http://gitlab.test', version: '18.9.0' },
    changes: [],
    unchanged: 0,
    unverifiable: [],
    unmanaged: [
      { section: 'group[a]/hooks', count: undeclared.length, entries: undeclared.map((address) => ({ address })) },
    ],
    diagnostics: errors.map((message) => ({ severity: 'error', code: 'unknown-reference', message })),
  };
}

const at = (section: string, key: string, address: string) => ({
  scope: { type: 'group' as const, path: 'a' },
  ...{ section, key, address },
});
const added: ConfigurationEdit = { ...at('hooks', 'ci', 'group[a]/hook[ci]'), does: 'add', spec: {} };
const role: ConfigurationEdit = { ...at('member_roles', 'auditor', 'instance/member_role[auditor]'), does: 'remove' };
const member: ConfigurationEdit = { ...at('members', 'alice', 'group[a]/member[alice]'), does: 'remove' };

it('a plan agrees where what was edited is no difference any more, and nothing else is new', () => {
  const before = planOf(['group[a]/hook[ci]', 'group[a]/hook[other]'], ['known']);
  expect(disagreement(before, planOf(['group[a]/hook[other]'], ['known']), [added])).toBeUndefined();
  expect(disagreement(before, planOf([]), [added])).toBeUndefined();
});

it('what speaks of an edited entry, or wants one of the name of one that goes, tells which edits to suspect', () => {
  const edits = [added, role, member];
  const before = planOf(['group[a]/hook[ci]']);
  const suspects = (after: Plan) => [...(disagreement(before, after, edits)?.suspects ?? ['none'])];
  expect(suspects(planOf(['group[a]/hook[ci]']))).toEqual([
    [added, 'a plan would then have a difference more, group[a]/hook[ci] undeclared'],
  ]);
  const error = 'there is no role named auditor';
  expect(suspects(planOf([], [`group[a]/member[alice]: ${error}`]))).toEqual([
    [role, `group[a]/member[alice]: ${error}`],
    [member, error],
  ]);
  expect(suspects(planOf(['group[b]/hook[x]']))).toEqual([]);
});
