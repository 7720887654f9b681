import type { DiagnosticCode } from '../base/diagnostic-code.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Call, Change, JointCall, JsonObject, Plan, Value } from '../model.ts';
import { isPlan, planError } from './plan-check.ts';
import { checksumOf, planFormat, type PlanDocument, type SavedCall, type SavedChange } from './plan-json.ts';
import { restoredValue, type Restored } from './saved-value.ts';

/** A saved plan that can be applied, with the number of reads it took; or the one thing that is wrong with the file. */
export type ParsedPlan = { readonly plan: Plan; readonly reads: number } | { readonly diagnostic: Diagnostic };

const anew = 'Remove the file, and make the plan anew with `keelson plan --out FILE`';

/** Reads a saved plan back. Whatever the text is, the answer is a plan or a diagnostic, never an exception. */
export function parsePlan(text: string): ParsedPlan {
  const json = jsonOf(text);
  if (json === undefined)
    return refusal('plan-file-cut', 'the plan file is not whole: it ends early, or is no JSON', anew);
  try {
    return checked(json);
  } catch (error) {
    // JSON that is nested deeper than the stack reaches.
    if (!(error instanceof RangeError)) throw error;
    return refusal('plan-file-invalid', 'the plan file is nested too deeply to be a plan', anew);
  }
}

function checked(json: unknown): ParsedPlan {
  const wrongFormat = formatProblem(json);
  if (wrongFormat !== undefined) return wrongFormat;
  if (!isPlan(json)) {
    const problem = planError(json);
    const where = problem === undefined || problem.instancePath === '' ? '' : ` at ${problem.instancePath}`;
    return refusal(
      'plan-file-invalid',
      `the plan file does not fit its schema${where}: ${problem?.message ?? 'it is no plan'}`,
      anew,
    );
  }
  const { checksum, ...rest } = json;
  if (checksum !== checksumOf(rest)) {
    return refusal('plan-file-edited', 'the plan file was edited after it was made: its checksum does not fit', anew);
  }
  return restored(json);
}

function restored(document: PlanDocument): ParsedPlan {
  const changes: Change[] = [];
  const awaited: Change[] = [];
  for (const [all, into] of [
    [document.changes, changes],
    [document.awaited ?? [], awaited],
  ] as const) {
    for (const saved of all) {
      const change = restoredChange(saved);
      if (typeof change === 'string') return unfit(change, saved.address);
      into.push(change);
    }
  }
  const joint: JointCall[] = [];
  for (const { call: saved, addresses } of document.joint ?? []) {
    const call = restoredCall(saved);
    if (typeof call === 'string') return unfit(call, addresses.join(', '));
    joint.push({ call, addresses });
  }
  const {
    target,
    at,
    unmanaged,
    unverifiable,
    diagnostics,
    summary,
    forecast,
    settled,
    refusals,
    permitted,
    guards,
    lock,
    ledger,
    targets,
    shard,
    look,
    spared,
  } = document;
  return {
    plan: {
      target,
      ...(at !== undefined && { at }),
      changes,
      ...(joint.length > 0 && { joint }),
      ...(awaited.length > 0 && { awaited }),
      unchanged: summary.unchanged,
      unmanaged,
      ...(spared && { spared }),
      unverifiable,
      diagnostics,
      ...(settled && { settled }),
      ...(refusals && { refusals }),
      ...(permitted && { permitted }),
      ...(guards && { guards }),
      ...(lock && { lock }),
      ...(ledger && { ledger }),
      ...(targets && { targets }),
      ...(shard && { shard }),
      ...(look && { look }),
    },
    reads: forecast.reads,
  };
}

/** Why something of a saved plan cannot be had back. */
type Unfit = Exclude<Restored['type'], 'value'>;

function restoredChange(saved: SavedChange): Change | Unfit {
  const calls = restoredCalls(saved.calls);
  if (typeof calls === 'string') return calls;
  const { sends, cause: reason, ...rest } = saved;
  const sent = sends === undefined ? undefined : restoredObject(sends);
  if (typeof sent === 'string') return sent;
  const fields = saved.fields.map(({ path, from, to, place }) => ({ path, from, to, ...(place && { place }) }));
  return { ...rest, reason, calls, fields, ...(sent && { sends: sent }) };
}

function restoredCalls(saved: readonly SavedCall[]): readonly Call[] | Unfit {
  const calls: Call[] = [];
  for (const each of saved) {
    const call = restoredCall(each);
    if (typeof call === 'string') return call;
    calls.push(call);
  }
  return calls;
}

function restoredCall({ body, takeBack, ...call }: SavedCall): Call | Unfit {
  const restored = body && restoredObject(body);
  if (typeof restored === 'string') return restored;
  const back = takeBack && restoredCalls(takeBack);
  if (typeof back === 'string') return back;
  return { ...call, ...(restored && { body: restored }), ...(back && { takeBack: back }) };
}

function restoredObject(body: JsonObject): { readonly [name: string]: Value } | Unfit {
  const fields: (readonly [string, Value])[] = [];
  for (const [name, json] of Object.entries(body)) {
    const field = restoredValue(json);
    if (field.type !== 'value') return field.type;
    fields.push([name, field.value]);
  }
  return Object.fromEntries(fields);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function formatProblem(json: unknown): ParsedPlan | undefined {
  const format = json !== null && typeof json === 'object' && 'format' in json ? json.format : undefined;
  if (format === planFormat) return undefined;
  const version = typeof format === 'string' ? /^keelson\/plan@(\d+)$/.exec(format)?.[1] : undefined;
  if (version !== undefined) {
    const message = `the plan file has format keelson/plan@${version}, and this version of Keelson knows ${planFormat}`;
    return refusal('plan-file-newer', message, 'Apply it with the version of Keelson that made it');
  }
  return refusal(
    'plan-file-foreign',
    'the file is JSON, but no plan of Keelson',
    'Give a file that `keelson plan --out` made',
  );
}

function unfit(why: Unfit, address: string): ParsedPlan {
  switch (why) {
    case 'plain-secret':
      return plainSecret(address);
    case 'invalid':
      return refusal('plan-file-invalid', `the plan file holds something for ${address} that no plan does`, anew);
  }
}

function plainSecret(address: string): ParsedPlan {
  return refusal(
    'plan-file-secret',
    `the plan needs a secret that stands in the configuration in plain text, for ${address}; a plan file does not hold it`,
    'Write the secret as { env: NAME } or { file: PATH }, or apply the configuration itself',
  );
}

function refusal(code: DiagnosticCode, message: string, remedy: string): ParsedPlan {
  return { diagnostic: { severity: 'error', code, message, remedy } };
}
