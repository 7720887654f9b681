import { describe, expect, it, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { onlyAsLive } from '../../src/config/checks/only-as-live.ts';
import { kinds } from '../../src/kinds/index.ts';
import { filesOf } from '../support/keelson.ts';

/** The errors of a document: their codes, their lines, and those of the other places that they name. */
function errorsOf(text: string): string[] {
  const { diagnostics } = loadConfig('keelson.yaml', kinds, filesOf({ 'keelson.yaml': text }), {});
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, place, related = [], remedy }) => {
      expect(remedy).toBeDefined();
      return [code, place?.line, ...related.map((other) => other.place.line)].join(' ');
    });
}

function groupsOf(...lines: readonly string[]): string {
  return ['groups:', ...lines.map((line) => (line === 'projects:' ? line : `  ${line}`))].join('\n');
}

describe('what `previously` says that cannot be', () => {
  it.each<[name: string, lines: readonly string[], errors: readonly string[]]>([
    [
      'twice the same, in another case',
      ['aa: { previously: old }', 'bb: { previously: OLD }'],
      ['previously-twice 3 2'],
    ],
    ['itself', ['aa: { previously: AA }'], ['previously-itself 2']],
    ['a group that stays', ['old: {}', 'aa: { previously: old }'], ['previously-stays 3 2']],
    [
      'a group that is declared absent',
      ['old: { state: absent }', 'aa: { previously: old }'],
      ['previously-stays 3 2'],
    ],
    ['into its own subtree', ['old/aa: { previously: old }'], ['previously-inside 2']],
    ['below a new one, with a gap', ['old: {}', 'old/aa/bb: { previously: old }'], ['previously-inside 3']],
    [
      'a child below the old path of a parent that moves away',
      ['aa: { previously: old }', 'old/kid: {}', 'old/kid/kid: {}'],
      ['left-behind 3 2'],
    ],
    ['a project there', ['aa: { previously: old }', 'projects:', '  old/app: {}'], ['left-behind 4 2']],
    [
      'a project in a child that leaves a parent that moves, at the new path of the parent',
      ['new: { previously: old }', 'kid: { previously: old/kid }', 'projects:', '  new/kid/app: {}'],
      ['left-behind 5 3'],
    ],
    [
      'a group in such a child',
      ['new: { previously: old }', 'kid: { previously: old/kid }', 'new/kid/inner: {}'],
      ['left-behind 4 3'],
    ],
    [
      'one that is to go, and is to be there where it comes along to',
      ['aa: { previously: old }', 'old/kid: { state: absent }', 'aa/kid: {}'],
      ['left-behind 3 4'],
    ],
    ['a former path of digits alone', ['aa: { previously: "90" }'], ['invalid 2']],
    ['what is to be absent', ['aa: { previously: old, state: absent }'], ['previously-absent 2']],
  ])('%s', (_name, lines, errors) => {
    expect(errorsOf(groupsOf(...lines))).toEqual(errors);
  });

  it.each<[name: string, lines: readonly string[]]>([
    ['a push-down', ['labs: {}', 'labs/core: { previously: labs }']],
    ['a pull-up', ['labs: { previously: labs/core }', 'attic: { previously: labs }']],
    ['a chain', ['bb: { previously: aa }', 'cc: { previously: bb }']],
    ['a project that comes along', ['aa: { previously: old }', 'aa/kid: {}', 'projects:', '  aa/kid/app: {}']],
    ['a former path of digits below another', ['aa: { previously: old/90 }']],
    ['one that is to go, below what moves away', ['aa: { previously: old }', 'old/kid: { state: absent }']],
    ['one that is to go, where it comes along to', ['aa: { previously: old }', 'aa/kid: { state: absent }']],
    ['a swap', ['aa: { previously: bb }', 'bb: { previously: aa }']],
    ['a child that leaves a parent that moves', ['aa: { previously: old }', 'kid: { previously: old/kid }']],
    ['a child below what takes the place', ['aa: { previously: old }', 'old: { previously: bb }', 'old/kid: {}']],
    [
      'a child that came along, at the old path of another',
      ['aa: { previously: old }', 'aa/kid: {}', 'bb: { previously: aa/kid }'],
    ],
  ])('%s is none of them', (_name, lines) => {
    expect(errorsOf(groupsOf(...lines))).toEqual([]);
  });
});

describe('paths and names that no group has', () => {
  it.each([
    ...['-bad', 'x.git', 'x.atom', 'bad.', 'adm!n', 'admin', 'API', 'top/-', 'über', '.', 'a'.repeat(256)],
    ...['b', 'top/b', 'b/top', '_', 'top/Blob', 'top/new/kid', 'admin/kid', 'top/x.git/kid'],
  ])('the path %s', (path) => {
    expect(errorsOf(`groups: { ${JSON.stringify(path)}: {} }`)).toEqual(['invalid 1']);
  });

  it.each(['_old', 'old-', '.old', 'a--b', 'a-b_c.d', 'top/admin', 'blob', 'x.gitt', 'bb', 'a'.repeat(255)])(
    'the path %s is taken',
    (path) => {
      expect(errorsOf(`groups: { ${JSON.stringify(path)}: {} }`)).toEqual([]);
    },
  );

  // Groups from before these rules keep their paths, so that an instance alone can tell (PUT /groups/:id, 18.9).
  it.each(['_old', 'old-', '.old', 'a--b', 'top/a._b'])('the path %s is said to be refused of a new group', (path) => {
    const text = `groups: { ${JSON.stringify(path)}: {}, gone: { state: absent } }`;
    const { desired } = loadConfig('keelson.yaml', kinds, filesOf({ 'keelson.yaml': text }), {});
    const said =
      desired && onlyAsLive(desired, kinds).map(({ severity, code, place }) => [severity, code, place?.line]);
    expect(said).toEqual([['warning', 'only-as-live', 1]]);
  });

  it('of one character may be taken away, and be that which a group had', () => {
    expect(errorsOf(groupsOf('b: { state: absent }', 'bb: { previously: c }', 'b/kid: { state: absent }'))).toEqual([]);
  });

  it.each(['a/b', '<b>bold</b>', '-dash', ' ', 'a'.repeat(256)])('the name %s', (name) => {
    expect(errorsOf(`groups: { aa: { name: ${JSON.stringify(name)} } }`)).toEqual(['invalid 1']);
  });

  it.each(['q(', 'Web (Frontend)', 'Ümläute', '🚀 Rockets', '_x. y-z'])('the name %s is taken', (name) => {
    expect(errorsOf(`groups: { aa: { name: ${JSON.stringify(name)} } }`)).toEqual([]);
  });

  it('one display name for two siblings', () => {
    expect(errorsOf(groupsOf('top/aa: { name: One }', 'top/bb: { name: ONE }'))).toEqual(['shared-name 3 2']);
    expect(errorsOf(groupsOf('aa: { name: One }', 'bb: { name: One }', 'bb/cc: { name: One }'))).toEqual([]);
    expect(errorsOf(groupsOf('top/aa: { name: One, state: absent }', 'top/bb: { name: One }'))).toEqual([]);
  });

  it('one name for a user and a group at the top, whatever its letter case', () => {
    const said = (group: string) =>
      errorsOf(`instance: { users: { Acme: { email: a@example.com } } }\ngroups:\n  ${group}\n`);
    expect(said('acme: {}')).toEqual(['shared-name 3 1']);
    expect(said('acme: { state: absent }')).toEqual([]);
    expect(said('top/acme: {}')).toEqual([]);
  });

  it('one path for a group and a project, whatever its letter case', () => {
    const said = (group: string) => errorsOf(`groups:\n  ${group}\nprojects:\n  top/app: { description: Ours }\n`);
    expect(said('top/App: {}')).toEqual(['shared-name 4 2']);
    expect(said('top/app: { state: absent }')).toEqual([]);
    expect(said('top/apps: {}')).toEqual([]);
  });

  it('one display name that a default gives to all', () => {
    const text = `defaults: { groups: { "top/*": { name: One } } }\ngroups:\n  top/aa: {}\n  top/bb: {}\n`;
    expect(errorsOf(text)).toEqual(['shared-name 1 1']);
  });
});

it('a group that is more visible than the one above it', () => {
  const [top, kid] = ['top: { visibility: internal }', 'top/mid/kid: { visibility: public }'];
  expect(errorsOf(groupsOf(top, 'top/mid: {}', kid))).toEqual(['exceeds-parent 4 2']);
  expect(errorsOf(groupsOf(top, 'top/mid: { visibility: internal }'))).toEqual([]);
});

it('a project that is more visible than the nearest group above it that says so', () => {
  const declared = (group: string, project: string): string =>
    `groups: { top: { visibility: ${group} }, top/mid: {} }\nprojects: { Top/mid/app: { visibility: ${project} } }`;
  expect(errorsOf(declared('internal', 'public'))).toEqual(['exceeds-parent 2 1']);
  expect(errorsOf(declared('internal', 'internal'))).toEqual([]);
});

describe('what `previously` says of projects', () => {
  const projects = (...lines: readonly string[]): string =>
    ['groups: { new: { previously: old } }', 'projects:', ...lines.map((line) => `  ${line}`)].join('\n');

  it.each<[string, readonly string[], readonly string[]]>([
    ['twice', ['a/x: { previously: o/x }', 'a/y: { previously: O/x }'], ['previously-twice 4 3']],
    ['itself', ['a/x: { previously: A/x }'], ['previously-itself 3']],
    ['one that stays', ['o/x: {}', 'a/x: { previously: o/x }'], ['previously-stays 4 3']],
    ['one that is made in its place', ['o/x: { create: {} }', 'a/x: { previously: o/x }'], ['previously-stays 4 3']],
    ['one that is absent', ['o/x: { state: absent }', 'a/x: { previously: o/x }'], ['previously-stays 4 3']],
    ['what is to be absent', ['a/x: { previously: o/x, state: absent }'], ['previously-absent 3']],
    ['below itself', ['o/x/y: { previously: o/x }'], ['previously-inside 3']],
    ['no path of a project', ['a/x: { previously: web }'], ['invalid 3']],
    ['into what moves away', ['old/x: { previously: a/x }'], ['left-behind 3 1']],
    ['two of one name', ['a/x: { previously: o/x, name: W }', 'a/y: { name: w }'], ['shared-name 4 3']],
  ])('is an error: %s', (_what, lines, errors) => {
    expect(errorsOf(projects(...lines))).toEqual(errors);
  });

  it.each<[string, readonly string[]]>([
    ['a rename, and a word of its making', ['a/x: { previously: a/y, create: {} }']],
    ['a chain', ['a/x: { previously: a/y }', 'a/y: { previously: a/z }']],
    ['a swap', ['a/x: { previously: a/y }', 'a/y: { previously: a/x }']],
    ['in a group that moves, by either path', ['new/x: { previously: old/y }', 'new/z: { previously: new/u }']],
  ])('fits: %s', (_what, lines) => {
    expect(errorsOf(projects(...lines))).toEqual([]);
  });
});

it('a project may be made, absent, restored, renamed and moved', () => {
  for (const fits of ['state: absent', 'create: {}', 'restore: true', 'restore: 7', 'previously: top/old'])
    expect(errorsOf(`projects: { top/app: { ${fits} } }`)).toEqual([]);
});

describe('an access level beside a role that is declared', () => {
  const roles = 'instance:\n  member_roles: { r: { base: guest, permissions: [read_code] } }\n';
  const member = (text: string): string => `${roles}groups:\n  aa: {}\n  aa/bb: { members: { eve: ${text} } }`;

  it('and stands on another one is an error, with the place of the role', () => {
    expect(errorsOf(member('{ access_level: owner, role: r }'))).toEqual(['contradicts-role 5 2']);
    expect(errorsOf(`${roles}groups:\n  aa: { saml_links: { x: { access_level: owner, role: r } } }`)).toEqual([
      'contradicts-role 4 2',
    ]);
  });

  it('is none where it is that of the role, stands alone, or beside a role that is declared nowhere or to go', () => {
    expect(errorsOf(member('{ access_level: guest, role: r }'))).toEqual([]);
    expect(errorsOf(member('{ role: r }'))).toEqual([]);
    expect(errorsOf(member('{ access_level: owner, role: other }'))).toEqual([]);
    expect(errorsOf(member('{ access_level: owner, state: absent }'))).toEqual([]);
  });
});

test('a role that is declared absent and given is an error, with both places', () => {
  const roles = 'instance:\n  member_roles: { r: { state: absent } }\n';
  expect(errorsOf(`${roles}groups:\n  aa: { members: { eve: { role: r } } }`)).toEqual(['unknown-reference 4 2']);
  expect(errorsOf(`${roles}groups:\n  aa: { members: { eve: guest } }`)).toEqual([]);
});

describe('what is declared in a group that is declared absent', () => {
  const gone = 'aa: { state: absent }';

  it('is refused, with where that is said, be it a group or a project, at any depth and in any case', () => {
    expect(errorsOf(groupsOf(gone, 'AA/kid/kid: {}'))).toEqual(['inside-absent 3 2']);
    expect(errorsOf(groupsOf(gone, 'projects:', 'aa/app: {}'))).toEqual(['inside-absent 4 2']);
  });

  it('may be absent itself, and what stands beside it stays', () => {
    expect(errorsOf(groupsOf(gone, 'aa/kid: { state: absent }', 'aab: {}', 'bb/aa: {}'))).toEqual([]);
    expect(errorsOf(groupsOf('aa: {}', 'aa/kid: { state: absent }', 'aa/kid2: {}'))).toEqual([]);
  });
});
