import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import type { Kind } from '../../src/kind.ts';
import type { ScopeType } from '../../src/model.ts';
import type { Written } from '../kinds/examples/example.ts';
import { failuresOf, inShort } from '../support/keelson.ts';
import { document, ground } from './examples.ts';

type Entry = { readonly [field: string]: Written };

/** An entry with every field that its kind has, and the least of it that says another value of one that cannot be changed in place. */
interface Replaced {
  readonly section: string;
  readonly scope: ScopeType;
  readonly key?: string;
  readonly whole: Entry;
  /** What is declared afterwards, and nothing else. */
  readonly declared: Entry;
  /** The fields that are ruled out by what is declared, or are another way to say it. */
  readonly ruledOut?: readonly string[];
  readonly needs?: { readonly [part: string]: Written };
}

const FIRST = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';
const soon = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10);
const value = { env: 'KEELSON_TEST_SECRET' };
const instance = {
  member_roles: {
    auditor: { base: 'reporter', permissions: ['read_vulnerability'] },
    builder: { base: 'developer', permissions: ['admin_cicd_variables'] },
  },
};
const groups = { guests: { visibility: 'private' } };
const variable = {
  ...{ value, variable_type: 'file', protected: true, masked: true, raw: true, description: 'For the registry' },
  ...{ hidden: false, environment_scope: 'prod' },
};
const hidden = { value, environment_scope: 'prod', masked: true, hidden: true };
const accessToken = {
  ...{ scopes: ['read_api'], access_level: 'reporter', description: 'For the mirror', expires_at: soon },
  token_to: { file: 'first.token' },
};
const deployToken = {
  ...{ scopes: ['read_registry'], username: 'puller', expires_at: '2099-01-31' },
  token_to: { file: 'first.token' },
};
const wider = { scopes: ['read_repository'], token_to: { file: 'second.token' } };

const userToken = {
  ...{ name: 'ci', scopes: ['read_api'], description: 'For the mirror', expires_at: soon },
  token_to: { file: 'first.token' },
};
const ofUser = {
  ...{ whole: userToken, ruledOut: ['rotate'] },
  declared: { ...wider, name: 'ci', expires_at: soon },
};
const team = { service_accounts: { robot: {} } };

const replaced: readonly Replaced[] = [
  { section: 'personal_access_tokens', scope: 'instance', key: 'root', ...ofUser },
  { section: 'personal_access_tokens', scope: 'group', key: 'robot', needs: { groups: { team } }, ...ofUser },
  { section: 'impersonation_tokens', scope: 'instance', key: 'root', ...ofUser },
  ...(['group', 'project'] as const).flatMap((scope): Replaced[] => [
    {
      ...{ section: 'access_tokens', scope, whole: accessToken },
      declared: { ...wider, expires_at: soon },
      ruledOut: ['rotate'],
    },
    { section: 'deploy_tokens', scope, whole: deployToken, declared: wider, ruledOut: ['rotate'] },
    { section: 'variables', scope, whole: variable, declared: hidden, ruledOut: ['plain_value'] },
  ]),
  {
    ...{ section: 'deploy_keys', scope: 'project' },
    whole: { key: FIRST, can_push: true, expires_at: '2099-01-31' },
    declared: { key: OTHER },
  },
  {
    ...{ section: 'shares', scope: 'group', key: 'guests', needs: { groups } },
    whole: { access_level: 'reporter', expires_at: '2099-01-31' },
    // On which day a share ends has to be declared: a run that is cut between the two calls, and whose journal is lost, knows it no more.
    declared: { access_level: 'guest', expires_at: '2099-01-31' },
    ruledOut: ['role'],
  },
  {
    ...{ section: 'shares', scope: 'group', key: 'guests', needs: { instance, groups } },
    whole: { role: 'auditor', expires_at: '2099-01-31' },
    declared: { role: 'builder', expires_at: '2099-01-31' },
    ruledOut: ['access_level'],
  },
  {
    ...{ section: 'shares', scope: 'group', key: 'guests', needs: { instance, groups } },
    whole: { role: 'auditor', expires_at: '2099-01-31' },
    declared: { role: 'auditor', expires_at: '2099-12-31' },
    ruledOut: ['access_level'],
  },
  {
    ...{ section: 'shares', scope: 'project', key: 'guests', needs: { groups } },
    whole: { access_level: 'reporter', expires_at: '2099-01-31' },
    declared: { access_level: 'guest', expires_at: '2099-01-31' },
    ruledOut: ['role'],
  },
  {
    ...{ section: 'saml_links', scope: 'group', key: 'devs', whole: { access_level: 'reporter', provider: 'okta' } },
    declared: { access_level: 'guest', provider: 'okta' },
    ruledOut: ['role'],
  },
  {
    ...{ section: 'ldap_links', scope: 'group', key: '' },
    whole: { provider: 'ldapmain', cn: 'platform', access_level: 'reporter' },
    declared: { provider: 'ldapmain', cn: 'platform', access_level: 'guest' },
    ruledOut: ['role', 'filter'],
  },
  {
    ...{ section: 'protected_tags', scope: 'project', key: 'v*' },
    whole: { create_access_level: 'maintainer' },
    declared: { create_access_level: 'developer' },
  },
  {
    ...{ section: 'member_roles', scope: 'instance' },
    whole: { base: 'reporter', description: 'Looks around', permissions: ['read_vulnerability'] },
    declared: { base: 'guest', permissions: ['read_vulnerability'] },
  },
];

const named = replaced.map((one) => ({
  ...one,
  name: `${one.section} in a ${one.scope}, ${JSON.stringify(one.declared)}`,
}));

it.each(named)('what nobody declares stays when it is made anew: $name', async (one) => {
  const { section, scope, key = 'it', whole, declared, needs = {} } = one;
  const entries = (entry: Entry): Written => (key === '' ? [entry] : { [key]: entry });
  const example = {
    section,
    scope,
    needs,
    before: entries(whole),
    after: entries(declared),
    changes: 1,
    action: 'replace' as const,
  };
  const { program } = await ground(example);
  expect(failuresOf(await program.apply(document(example, entries(whole))))).toEqual([]);
  const made = await program.plan(document(example, entries(declared)));
  expect(made.changes.filter(({ action }) => action !== 'delete').map(({ action }) => action)).toEqual(['replace']);
  // What goes along is told.
  const kept = Object.keys(whole).filter((field) => !(field in declared));
  const told = new Map(made.changes[0]?.fields.map(({ path, ...sides }) => [path, sides]));
  for (const field of kept) expect(told.get(field)).toMatchObject({ from: whole[field], to: whole[field] });
  expect(failuresOf(await program.carryOut(made))).toEqual([]);
  const expected = { ...whole, ...declared };
  expect(inShort(await program.plan(document(example, entries(expected))))).toEqual([]);
  await program.close();
});

it.each(replaced)('the table has every field of $section', ({ section, whole, ruledOut = [] }) => {
  const kind = kinds.find((one) => one.section === section);
  const name = kind?.shape.type === 'map' ? [kind.shape.name] : [];
  expect(new Set([...Object.keys(whole), ...ruledOut, ...name])).toEqual(
    new Set(Object.keys(kind?.schema.properties ?? {})),
  );
});

it('the table has every kind that is replaced, in each of its scopes that can be', () => {
  const isReplaced = ({ calls, schema }: Kind): boolean =>
    (calls.create !== undefined && calls.remove !== undefined && calls.update === undefined) ||
    Object.values(schema.properties).some((field) => field['x-immutable'] === true);
  const wanted = kinds
    .filter(isReplaced)
    .flatMap(({ section, scopes }) => scopes.map((scope) => `${section} ${scope}`))
    // Roles are of groups on GitLab.com alone, and no variable of the instance is hidden.
    .filter((one) => one !== 'member_roles group' && one !== 'variables instance');
  expect(new Set(replaced.map(({ section, scope }) => `${section} ${scope}`))).toEqual(new Set(wanted));
});
