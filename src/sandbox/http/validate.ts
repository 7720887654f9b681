import { coerce, missing } from './coerce.ts';
import { exists, since } from '../store/edition.ts';
import type { Edition } from '../store/edition.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { Param, ParamRule, Params } from './params.ts';

/** The outcome of the parameter layer: the declared values, and what is wrong with them. */
export interface Validated {
  readonly values: Readonly<Record<string, Json>>;
  readonly errors: readonly string[];
}

/**
 * Keeps the declared parameters, turned into their types; the messages and their order are those of the
 * platform's parameter layer, to be joined by ", " (any endpoint, 18.9).
 */
export function validate(
  params: Params,
  rules: readonly ParamRule[],
  given: JsonObject,
  edition: Edition,
  prefix = '',
): Validated {
  const values: Record<string, Json> = {};
  const errors: string[] = [];
  for (const [key, param] of Object.entries(params)) {
    if (!exists(edition, param)) continue;
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    const raw = given[key];
    if (raw === undefined) {
      errors.push(...absent(name, param));
      continue;
    }
    const value = coerce(param, raw);
    if (value === missing) {
      errors.push(`${name} is invalid`);
      if ('values' in param) errors.push(`${name} does not have a valid value`);
      continue;
    }
    errors.push(...judge(name, param, value, edition));
    if (param.type === 'hash' && param.fields !== undefined && isJsonObject(value)) {
      errors.push(...validate(param.fields, [], value, edition, name).errors);
    }
    values[key] = param.type === 'hashes' ? entries(name, param.fields, value, edition, errors) : value;
  }
  for (const rule of rules) errors.push(...judgeRule(rule, given));
  return { values, errors };
}

function absent(name: string, param: Param): readonly string[] {
  if (param.required !== true) return [];
  const wrong = `${name} is missing`;
  if (param.filled === true) return [wrong, `${name} is empty`];
  if (param.type === 'hash' && param.fields !== undefined) return [wrong, ...absentFields(name, param.fields)];
  const judged = 'values' in param && (param.type !== 'strings' || param.judgedAbsent === true);
  return judged ? [wrong, `${name} does not have a valid value`] : [wrong];
}

/** Of a hash that is missing all that it must have is missing as well (any endpoint, 18.9). */
function absentFields(name: string, fields: Params): readonly string[] {
  return Object.entries(fields).flatMap(([key, param]) => absent(`${name}[${key}]`, param));
}

function judge(name: string, param: Param, value: Json, edition: Edition): readonly string[] {
  if (param.filled === true && (value === null || textOf(value).trim() === '')) return [`${name} is empty`];
  if (value === null) return param.required === true ? [refusedNull(name, param)] : [];
  if ('except' in param && typeof value === 'number' && param.except.includes(value)) {
    return [`${name} has a value not allowed`];
  }
  return allowed(param, value, edition) ? [] : [`${name} does not have a valid value`];
}

function refusedNull(name: string, param: Param): string {
  return 'values' in param ? `${name} does not have a valid value` : `${name} is invalid`;
}

function allowed(param: Param, value: Json, edition: Edition): boolean {
  if (param.type === 'string') return param.values === undefined || param.values.includes(textOf(value));
  if (param.type === 'strings') {
    const values = param.values;
    return values === undefined || !Array.isArray(value) || value.every((item) => values.includes(textOf(item)));
  }
  if (param.type !== 'integer' || typeof value !== 'number') return true;
  if (param.values !== undefined) return param.values.includes(value) && isKnown(param.valuesSince?.[value], edition);
  return param.range === undefined || (value >= param.range[0] && value <= param.range[1]);
}

/** Whether a value has come with this version, or an earlier one. */
function isKnown(version: string | undefined, edition: Edition): boolean {
  return version === undefined || since(edition, version);
}

function entries(name: string, fields: Params, value: Json, edition: Edition, errors: string[]): Json {
  if (!Array.isArray(value)) return [];
  const items = value as readonly Json[];
  return items.map((item, position) => {
    const inner = validate(fields, [], isJsonObject(item) ? item : {}, edition, `${name}[${position}]`);
    errors.push(...inner.errors);
    return inner.values;
  });
}

function judgeRule(rule: ParamRule, given: JsonObject): readonly string[] {
  const count = (names: readonly string[]) => names.filter((name) => given[name] !== undefined);
  if ('exclusive' in rule) {
    const sent = count(rule.exclusive);
    return sent.length > 1 ? [`${sent.join(', ')} are mutually exclusive`] : [];
  }
  if ('exactlyOne' in rule) {
    const sent = count(rule.exactlyOne);
    if (sent.length > 1) return [`${sent.join(', ')} are mutually exclusive`];
    return sent.length === 1
      ? []
      : [`${rule.exactlyOne.join(', ')} are missing, exactly one parameter must be provided`];
  }
  if ('atLeastOne' in rule) {
    const none = count(rule.atLeastOne).length === 0;
    return none ? [`${rule.atLeastOne.join(', ')} are missing, at least one parameter must be provided`] : [];
  }
  const sent = count(rule.allOrNone).length;
  const partly = sent > 0 && sent < rule.allOrNone.length;
  return partly ? [`${rule.allOrNone.join(', ')} provide all or none of parameters`] : [];
}
