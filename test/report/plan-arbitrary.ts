import type { Diagnostic } from '../../src/base/diagnostic.ts';
import fc from 'fast-check';
import { Secret } from '../../src/base/secret.ts';
import type { Call, Change, FieldChange, Json, Plan, Seen, Value } from '../../src/model.ts';
import type { Reason } from '../../src/reason.ts';
import { Finding, Joined, OwnSecret, Ref } from '../../src/placeholders.ts';
import type { Read } from '../../src/read.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
/** Names of attributes: any text, the words that a saved plan gives a meaning to and what every object has among them. */
const name = fc.oneof(
  text,
  text.map((word) => `$${word}`),
  fc.constantFrom('$secret', '$ref', '$find', '$joined', '$own', '$$ref', '$', '__proto__', 'constructor'),
);
const scalarWord = fc.oneof(text, fc.integer(), fc.boolean());
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  text,
);
const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(name, tie('json'), { maxKeys: 3 }),
  ),
})).json;

const secret = fc.oneof(
  text.map((word) => new Secret({ type: 'env', name: word })),
  text.map((word) => new Secret({ type: 'file', path: word })),
);
const reference = fc.record({ address: text, field: text }).map(({ address, field }) => new Ref(address, field));
const finding = fc
  .record({
    path: text.map((rest) => `/${rest}`),
    query: fc.option(fc.dictionary(text, scalarWord, { maxKeys: 2 }), { nil: undefined }),
    field: text,
    seen: fc.option(fc.oneof(fc.nat(), text), { nil: undefined }),
  })
  .map(({ path, query, field, seen }) => new Finding({ path, ...(query && { query }) }, field, seen));
const joined = fc.array(fc.oneof(text, finding), { maxLength: 3 }).map((parts) => new Joined(parts));
/** Data that looks like what a saved plan has for a secret or a reference. */
const alike = fc.constantFrom<Value>(
  { $secret: { type: 'env', name: 'KEELSON_TOKEN' } },
  { $secret: { type: 'text', at: 'x' } },
  { $ref: { address: 'group[a]', field: 'id' } },
  { $find: { read: { path: '/users' }, field: 'id' } },
  { $joined: ['a'] },
  { $own: { field: 'token' } },
  { $ref: 1 },
  { $secret: { type: 'env', name: 'X' }, more: 1 },
);
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    secret,
    reference,
    finding,
    joined,
    text.map((word) => new OwnSecret(word)),
    alike,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const place = fc.record(
  { file: text, line: fc.nat(), column: fc.nat(), length: fc.nat() },
  { requiredKeys: ['file', 'line', 'column'] },
);

const query = fc.dictionary(name, fc.oneof(text, fc.integer(), fc.boolean()), { maxKeys: 2 });
/** What takes a call back is one that has nothing to take it back by. */
const readAt = fc.record({ path: text.map((rest) => `/${rest}`) });

const callThat = (takeBack: fc.Arbitrary<readonly Call[]> | undefined): fc.Arbitrary<Call> =>
  fc.record(
    {
      method: fc.constantFrom('POST', 'PUT', 'DELETE'),
      path: text.map((rest) => `/${rest}`),
      query,
      body: fc.dictionary(name, value, { maxKeys: 4 }),
      unlessModified: fc.constant(true as const),
      isUnproven: fc.constant(true as const),
      answer: fc.constantFrom('partial' as const, 'verdict' as const),
      until: readAt,
      attaches: fc.record({ field: text, file: text, sha256: text }),
      awaits: fc.record(
        {
          read: readAt,
          ...{ field: text, while: fc.array(text), failed: fc.record({ is: fc.array(text), why: text }) },
          patience: fc.nat(),
        },
        { requiredKeys: ['read', 'field', 'while', 'failed'] },
      ),
      empties: fc.record({
        ...{ list: readAt, what: text, jobs: readAt, of: fc.dictionary(name, text, { maxKeys: 2 }), row: text },
        ...{ field: text, while: fc.array(text), failed: fc.record({ is: fc.array(text), why: text }) },
      }),
      mayBeMissing: fc.constant(true as const),
      ifMissing: fc.constant(true as const),
      does: fc.string(),
      ...(takeBack && { takeBack }),
      saveSecretTo: fc.record({ field: text, files: fc.array(text) }),
      handsOn: fc.record(
        { to: text, field: text, reads: fc.array(text.map((rest) => ({ path: `/${rest}` }))), shownIn: text },
        { requiredKeys: ['to', 'field', 'reads'] },
      ),
    },
    { requiredKeys: ['method', 'path'] },
  );
const call = callThat(fc.array(callThat(undefined), { maxLength: 2 }));

const undeclared = fc.record(
  { address: text, id: fc.nat(), fields: fc.array(fc.record({ path: text, from: json }), { maxLength: 2 }) },
  { requiredKeys: ['address'] },
);
const field: fc.Arbitrary<FieldChange> = fc.record(
  {
    path: text,
    from: fc.option(json, { nil: undefined }),
    to: fc.option(json, { nil: undefined }),
    place: fc.record({ file: text, line: fc.nat(), column: fc.nat() }),
  },
  { requiredKeys: ['path', 'from', 'to'] },
);

const address = fc.oneof(
  text.map((key) => `instance/hook[${key}]`),
  fc.tuple(fc.constantFrom('a', 'a/b', 'c'), text).map(([path, key]) => `group[${path}]/hook[${key}]`),
  fc.constantFrom('group[a]', 'project[a/p]', 'instance/settings'),
);

const read: fc.Arbitrary<Read> = fc.letrec<{ read: Read }>((tie) => ({
  read: fc.record(
    {
      path: text.map((rest) => `/${rest}`),
      query,
      pages: fc.constant(true as const),
      unpaged: fc.constant(true as const),
      mayBeMissing: fc.constant(true as const),
      mayBeNull: fc.constant(true as const),
      of: tie('read'),
      rowOf: fc.record({ list: tie('read'), by: text, is: text }),
    },
    { requiredKeys: ['path'] },
  ),
})).read;

const seen: fc.Arbitrary<Seen> = fc.record(
  {
    reads: fc.array(read, { maxLength: 2 }),
    key: text,
    id: fc.oneof(fc.nat(), text),
    fields: fc.array(text, { maxLength: 2 }),
    hash: text,
    within: fc.nat(),
    names: fc.array(fc.record({ section: text, name: text, id: fc.nat() }), { maxLength: 2 }),
    thing: fc.oneof(fc.nat(), text),
    along: fc.array(
      fc.record(
        {
          read,
          ids: fc.array(fc.nat(), { maxLength: 2 }),
          goes: fc.record({ what: text, count: fc.nat(), names: fc.array(text, { maxLength: 2 }) }),
        },
        { requiredKeys: ['read', 'ids'] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['reads', 'key', 'hash'] },
);

const access = fc.constantFrom('gives' as const, 'takes' as const, 'changes' as const);
const names = fc.array(text, { maxLength: 4 });
const first = fc.constantFrom('create' as const, 'delete' as const);

/** Each cause that there is. */
export const reason: fc.Arbitrary<Reason> = fc.oneof(
  fc.record({ code: fc.constantFrom('missing', 'replaced', 'absent', 'undeclared') }),
  fc.constant({ code: 'missing' as const, unseen: true as const }),
  fc.record({ code: fc.constant('ended'), on: fc.string() }),
  fc.record({ code: fc.constant('comes'), because: text, pruned: text }, { requiredKeys: ['code', 'because'] }),
  fc.record({
    code: fc.constantFrom('differs', 'resent', 'secret-changed', 'unsent', 'points-elsewhere'),
    fields: names,
  }),
  fc.record({ code: fc.constantFrom('immutable', 'no-update'), fields: names, first }),
  fc.record({ code: fc.constant('secret-lost'), first }),
  fc.record({ code: fc.constant('due'), ends: fc.option(text), before: fc.integer({ min: 1 }), first }),
  fc.record({ code: fc.constant('handed-down'), fields: names, from: text }),
  fc.record({ code: fc.constant('renamed'), from: text }),
  fc.record({ code: fc.constant('leaving'), since: text }),
  fc.record({ code: fc.constant('makes-way'), for: names }),
  fc.record({ code: fc.constant('pruned'), section: text }),
);

const change: fc.Arbitrary<Change> = fc.record(
  {
    address,
    action: fc.constantFrom('create', 'update', 'replace', 'delete'),
    reason,
    fields: fc.array(field, { maxLength: 3 }),
    calls: fc.array(call, { maxLength: 3 }),
    needs: fc.array(address, { maxLength: 2 }),
    place,
    access,
    seen,
    sends: fc.dictionary(name, value, { maxKeys: 2 }),
  },
  { requiredKeys: ['address', 'action', 'reason', 'fields', 'calls', 'needs', 'seen'] },
);

const diagnostic = fc.record(
  {
    severity: fc.constantFrom('error' as const, 'warning' as const),
    code: fc.constantFrom<Diagnostic['code']>('forgets', 'held', 'guard-protected'),
    message: text,
    place,
    related: fc.array(fc.record({ message: text, place }), { maxLength: 2 }),
    remedy: text,
  },
  { requiredKeys: ['severity', 'code', 'message'] },
);

/** Any plan, with names, values and secrets of every shape. */
export const planArbitrary: fc.Arbitrary<Plan> = fc.record(
  {
    target: fc.record({ url: text, version: text }),
    changes: fc.array(change, { maxLength: 6 }),
    joint: fc.array(fc.record({ call, addresses: fc.array(address, { minLength: 2, maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
    awaited: fc.array(change, { minLength: 1, maxLength: 2 }),
    unchanged: fc.nat(),
    unmanaged: fc.array(
      fc.record(
        { section: text, count: fc.nat(), entries: fc.array(undeclared, { maxLength: 2 }) },
        { requiredKeys: ['section', 'count'] },
      ),
      { maxLength: 3 },
    ),
    spared: fc.array(text, { maxLength: 2 }),
    unverifiable: fc.array(text, { maxLength: 3 }),
    diagnostics: fc.array(diagnostic, { maxLength: 2 }),
    settled: fc.array(fc.record({ address, at: text, once: address }, { requiredKeys: ['address', 'at'] }), {
      minLength: 1,
      maxLength: 2,
    }),
    refusals: fc.array(fc.record({ guard: text, message: text, addresses: fc.array(text, { maxLength: 2 }) }), {
      maxLength: 2,
    }),
    permitted: fc.array(fc.record({ guard: text, message: text, addresses: fc.array(text, { maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
    guards: fc.record(
      {
        bounds: fc.record({
          max_removals: fc.nat(),
          max_removal_percent: fc.nat(),
          max_plan_removals: fc.nat(),
          max_changes: fc.nat(),
          max_change_percent: fc.nat(),
          min_owners: fc.nat(),
        }),
        waived: fc.array(text, { maxLength: 2 }),
        looks: fc.array(
          fc.record(
            {
              section: text,
              at: fc.nat(),
              declared: fc.array(text, { maxLength: 2 }),
              among: fc.array(fc.record({ key: text, id: fc.nat() }), { maxLength: 2 }),
            },
            { requiredKeys: ['section'] },
          ),
          { maxLength: 2 },
        ),
        keptOwnership: fc.array(
          fc.record(
            { address: text, own: fc.array(fc.nat(), { maxLength: 2 }), whole: fc.nat() },
            { requiredKeys: ['address', 'own'] },
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['bounds', 'waived', 'looks'] },
    ),
    lock: fc.record({ project: text, name: text }),
    ledger: fc.record({ file: text }),
    targets: fc.array(text, { minLength: 1, maxLength: 2 }),
    at: text,
    shard: fc.integer({ min: 1, max: 9 }).map((of) => ({ index: 1, of, configuration: 'c0ffee00'.repeat(8) })),
    look: fc.record(
      {
        read: fc.nat(),
        believed: fc.nat(),
        since: fc.constant('2026-01-01T03:00:00.000Z'),
        why: fc.constant('there is no earlier look in look.json'),
      },
      { requiredKeys: ['read', 'believed'] },
    ),
  },
  { requiredKeys: ['target', 'changes', 'unchanged', 'unmanaged', 'unverifiable', 'diagnostics'] },
);
