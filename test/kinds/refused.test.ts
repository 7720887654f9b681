import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import { planFor } from '../engine/world.ts';
import { filesOf } from '../support/keelson.ts';

function messagesOf(yaml: string): string[] {
  return loadConfig('keelson.yaml', allKinds, filesOf({ 'keelson.yaml': yaml }), {}).diagnostics.map(
    ({ message }) => message,
  );
}

const role = (permissions: string): string =>
  `instance: { member_roles: { audit: { base: reporter, permissions: [${permissions}] } } }`;

describe('what is refused everywhere is refused before', () => {
  it('a role without a permission, or without one that another presupposes', () => {
    expect(messagesOf(role(''))).toEqual(['A role without a permission is refused by the platform']);
    expect(messagesOf(role('admin_vulnerability'))).toEqual(['`admin_vulnerability` presupposes `read_vulnerability`']);
    expect(messagesOf(role('admin_vulnerability, read_vulnerability, read_code'))).toEqual([]);
  });

  it('minimal access below the top', () => {
    const said = 'Minimal access is for members of groups at the top alone';
    expect(messagesOf('groups: { aa: { members: { bob: minimal } } }')).toEqual([]);
    expect(messagesOf('groups: { aa: {}, aa/bb: { members: { bob: minimal } } }')).toEqual([said]);
    expect(messagesOf('projects: { aa/bb: { members: { bob: 5 } } }')).toEqual([said]);
  });
});

it.each(['duo_availability', 'show_diff_preview_in_email'])(
  'a new group has %s set by a PUT after it: POST refuses or ignores it',
  (field) => {
    const value = field === 'duo_availability' ? 'never_on' : false;
    const [change] = planFor(`groups: { aa: { ${field}: ${String(value)} } }`, { 'instance/groups': [] }).changes;
    expect(change?.calls.map(({ method, body }) => [method, body?.[field]])).toEqual([
      ['POST', undefined],
      ['PUT', value],
    ]);
  },
);
