import { createHash } from 'node:crypto';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Place } from '../base/place.ts';
import type { Call, Change, FieldChange, Json, JsonObject, Plan, Refusal, Seen, Value } from '../model.ts';
import type { Reason } from '../reason.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { isList, isMap } from '../base/shape.ts';
import { withoutSecrets } from '../base/hidden-values.ts';
import { callsOf } from '../engine/plan/joint-calls.ts';
import { jsonText } from './json-text.ts';
import { reasonText } from './reason-text.ts';
import { savedValue } from './saved-value.ts';
import { totalsOf } from './totals.ts';

/** The format that this version writes, and the only one that it applies. */
export const planFormat = 'keelson/plan@1';

/** A plan as JSON, described by schemas/plan.schema.json. */
export interface PlanDocument {
  readonly format: typeof planFormat;
  /** SHA-256 over the canonical JSON of everything else. */
  readonly checksum: string;
  readonly target: { readonly url: string; readonly version: string };
  readonly at?: string;
  readonly summary: PlanSummary;
  readonly changes: readonly SavedChange[];
  readonly joint?: readonly { readonly call: SavedCall; readonly addresses: readonly string[] }[];
  readonly awaited?: readonly SavedChange[];
  readonly unmanaged: Plan['unmanaged'];
  readonly spared?: NonNullable<Plan['spared']>;
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly SavedDiagnostic[];
  readonly forecast: { readonly reads: number; readonly writes: number };
  readonly settled?: NonNullable<Plan['settled']>;
  readonly refusals?: NonNullable<Plan['refusals']>;
  readonly permitted?: NonNullable<Plan['permitted']>;
  readonly guards?: NonNullable<Plan['guards']>;
  readonly lock?: NonNullable<Plan['lock']>;
  readonly ledger?: NonNullable<Plan['ledger']>;
  readonly targets?: NonNullable<Plan['targets']>;
  readonly shard?: NonNullable<Plan['shard']>;
  readonly look?: NonNullable<Plan['look']>;
}

/** The counts of a plan. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly unchanged: number;
  readonly unmanaged: number;
  readonly unverifiable: number;
}

/** A place without the line itself, which may hold anything that its author wrote there. */
export interface SavedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length?: number;
}

/** A change as it is saved. */
export interface SavedChange {
  readonly address: string;
  readonly action: Change['action'];
  /** The sentence of `cause`. */
  readonly reason: string;
  readonly cause: Reason;
  readonly fields: readonly SavedField[];
  readonly calls: readonly SavedCall[];
  readonly needs: readonly string[];
  readonly place?: SavedPlace;
  readonly access?: NonNullable<Change['access']>;
  readonly seen: Seen;
  readonly sends?: JsonObject;
}

/** A field of a change as it is saved. */
export interface SavedField {
  readonly path: string;
  readonly from?: Json;
  readonly to?: Json;
  readonly place?: SavedPlace;
}

/** A call as it is saved: secrets and references by name. */
export interface SavedCall extends Omit<Call, 'body' | 'takeBack'> {
  readonly body?: JsonObject;
  readonly takeBack?: readonly SavedCall[];
}

/** A diagnostic as it is saved. */
export interface SavedDiagnostic {
  readonly severity: Diagnostic['severity'];
  readonly code: Diagnostic['code'];
  readonly message: string;
  readonly place?: SavedPlace;
  readonly related?: readonly { readonly message: string; readonly place: SavedPlace }[];
  readonly remedy?: string;
}

/** A plan as plain JSON data, with its checksum; `reads` is how many requests it took to look at the instance. */
export function planDocument(plan: Plan, reads: number): PlanDocument {
  const rest = {
    format: planFormat,
    target: { url: plan.target.url, version: plan.target.version },
    ...(plan.at !== undefined && { at: plan.at }),
    summary: summaryOf(plan),
    changes: plan.changes.map(savedChange),
    ...(plan.joint && { joint: plan.joint.map(({ call, addresses }) => ({ call: savedCall(call), addresses })) }),
    ...(plan.awaited && { awaited: plan.awaited.map(savedChange) }),
    unmanaged: plan.unmanaged.map(({ section, count, entries }) => ({ section, count, ...(entries && { entries }) })),
    ...(plan.spared && { spared: plan.spared }),
    unverifiable: plan.unverifiable,
    diagnostics: plan.diagnostics.map(savedDiagnostic),
    forecast: { reads, writes: callsOf(plan).length },
    ...(plan.settled && {
      settled: plan.settled.map(({ address, at, once }) => ({ address, at, ...(once && { once }) })),
    }),
    ...(plan.refusals && { refusals: plan.refusals.map(savedRefusal) }),
    ...(plan.permitted && { permitted: plan.permitted.map(savedRefusal) }),
    ...(plan.guards && { guards: savedBasis(plan.guards) }),
    ...(plan.lock && { lock: { project: plan.lock.project, name: plan.lock.name } }),
    ...(plan.ledger && { ledger: { file: plan.ledger.file } }),
    ...(plan.targets && { targets: plan.targets }),
    ...(plan.shard && { shard: savedShard(plan.shard) }),
    ...(plan.look && { look: savedLook(plan.look) }),
  } as const;
  const { format, ...others } = rest;
  return { format, checksum: checksumOf(rest), ...others };
}

/** A plan as the text of a file, or of `--json`. */
export function planJson(plan: Plan, reads: number): string {
  return `${jsonText(planDocument(plan, reads), 2)}\n`;
}

/** The checksum of a plan: it stands for everything that the plan says and depends on. */
export function planChecksum(plan: Plan, reads: number): string {
  return planDocument(plan, reads).checksum;
}

/** SHA-256 over the canonical JSON of a document without its checksum. */
export function checksumOf(document: Omit<PlanDocument, 'checksum'>): string {
  return createHash('sha256')
    .update(canonicalJson({ ...document, checksum: undefined }))
    .digest('hex');
}

function savedRefusal({ guard, message, addresses, instead }: Refusal): Refusal {
  return { guard, message: withoutSecrets(message), addresses, ...(instead !== undefined && { instead }) };
}

function savedBasis({
  bounds,
  waived,
  looks,
  keptOwnership,
}: NonNullable<Plan['guards']>): NonNullable<PlanDocument['guards']> {
  const { max_removals, max_removal_percent, max_plan_removals, max_changes, max_change_percent, min_owners } = bounds;
  return {
    bounds: { max_removals, max_removal_percent, max_plan_removals, max_changes, max_change_percent, min_owners },
    waived,
    looks: looks.map(({ section, at, declared, among }) => ({
      section,
      ...(at !== undefined && { at }),
      ...(declared && { declared }),
      ...(among && { among: among.map(({ key, id }) => ({ key, id })) }),
    })),
    ...(keptOwnership && {
      keptOwnership: keptOwnership.map(({ address, own, whole }) => ({
        address,
        own,
        ...(whole !== undefined && { whole }),
      })),
    }),
  };
}

function savedShard({ index, of, configuration }: NonNullable<Plan['shard']>): NonNullable<PlanDocument['shard']> {
  return { index, of, configuration };
}

function savedLook({ read, believed, since, why }: NonNullable<Plan['look']>): NonNullable<PlanDocument['look']> {
  return { read, believed, ...(since !== undefined && { since }), ...(why !== undefined && { why }) };
}

function summaryOf(plan: Plan): PlanSummary {
  return {
    ...totalsOf(plan.changes),
    unchanged: plan.unchanged,
    unmanaged: plan.unmanaged.reduce((sum, { count }) => sum + count, 0),
    unverifiable: plan.unverifiable.length,
  };
}

function savedChange(change: Change): SavedChange {
  return {
    address: change.address,
    action: change.action,
    reason: reasonText(change.reason),
    cause: change.reason,
    fields: change.fields.map(savedField),
    calls: change.calls.map(savedCall),
    needs: change.needs,
    ...(change.place !== undefined && { place: savedPlace(change.place) }),
    ...(change.access !== undefined && { access: change.access }),
    seen: change.seen,
    ...(change.sends !== undefined && { sends: savedBody(change.sends) }),
  };
}

function savedField({ path, from, to, place }: FieldChange): SavedField {
  return {
    path,
    ...(from !== undefined && { from: told(from) }),
    ...(to !== undefined && { to: told(to) }),
    ...(place && { place: savedPlace(place) }),
  };
}

/** A value as it may be read: what URLs hold of users, passwords and tokens is in no file. */
export function told(value: Json): Json {
  if (typeof value === 'string') return withoutSecrets(value);
  if (isList(value)) return value.map(told);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, told(inner)]));
}

function savedCall(call: Call): SavedCall {
  const { method, path, query, body, answer, does, takeBack, saveSecretTo, unlessModified, until, isUnproven } = call;
  const { handsOn, awaits, empties, mayBeMissing, ifMissing, attaches } = call;
  return {
    method,
    path,
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body: savedBody(body) }),
    ...(attaches !== undefined && { attaches }),
    ...(unlessModified && { unlessModified }),
    ...(isUnproven && { isUnproven }),
    ...(answer !== undefined && { answer }),
    ...(does !== undefined && { does }),
    ...(until !== undefined && { until }),
    ...(awaits !== undefined && { awaits }),
    ...(empties !== undefined && { empties }),
    ...(mayBeMissing && { mayBeMissing }),
    ...(ifMissing && { ifMissing }),
    ...(takeBack !== undefined && { takeBack: takeBack.map(savedCall) }),
    ...(saveSecretTo !== undefined && { saveSecretTo: { field: saveSecretTo.field, files: saveSecretTo.files } }),
    ...(handsOn !== undefined && { handsOn: { ...handsOn } }),
  };
}

function savedBody(body: { readonly [name: string]: Value }): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, savedValue(value)]));
}

/** A place without its line. */
export function savedPlace({ file, line, column, length }: Place): SavedPlace {
  return { file, line, column, ...(length !== undefined && { length }) };
}

function savedDiagnostic({ severity, code, message, place, related, remedy }: Diagnostic): SavedDiagnostic {
  return {
    severity,
    code,
    message: withoutSecrets(message),
    ...(place !== undefined && { place: savedPlace(place) }),
    ...(related !== undefined && {
      related: related.map((other) => ({ message: withoutSecrets(other.message), place: savedPlace(other.place) })),
    }),
    ...(remedy !== undefined && { remedy: withoutSecrets(remedy) }),
  };
}
