import { isJsonObject } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { Param } from './params.ts';

/** The mark of a value that could not be turned into the declared type. */
export const missing = Symbol('not of the declared type');

type Coerced = Json | typeof missing;

const yes = new Set(['1', 'on', 't', 'true', 'y', 'yes']);
const no = new Set(['0', 'off', 'f', 'false', 'n', 'no']);

/** Turns what was sent into the declared type, as leniently as the platform does. */
export function coerce(param: Param, raw: Json): Coerced {
  if (raw === null) return isList(param) ? [] : null;
  switch (param.type) {
    case 'string':
      return text(raw);
    case 'integer':
      return whole(raw);
    case 'number':
      return decimal(raw);
    case 'boolean':
      return bool(raw);
    case 'date':
      return day(raw);
    case 'datetime':
      return moment(raw);
    case 'strings':
      return list(raw, text);
    case 'integers':
      return list(raw, whole);
    case 'hashes':
      return hashes(raw);
    case 'hash':
      return isJsonObject(raw) ? raw : missing;
    case 'file':
    case 'json':
      return raw;
  }
}

function isList(param: Param): boolean {
  return param.type === 'strings' || param.type === 'integers' || param.type === 'hashes';
}

function text(raw: Json): Coerced {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : missing;
}

function whole(raw: Json): Coerced {
  if (typeof raw === 'number') return Number.isInteger(raw) ? raw : missing;
  if (raw === '') return null;
  return typeof raw === 'string' && /^\s*[-+]?\d+\s*$/.test(raw) ? Number(raw) : missing;
}

function decimal(raw: Json): Coerced {
  if (typeof raw === 'number') return raw;
  if (raw === '') return null;
  return typeof raw === 'string' && Number.isFinite(Number(raw)) ? Number(raw) : missing;
}

function bool(raw: Json): Coerced {
  if (typeof raw === 'boolean') return raw;
  if (raw === '') return null;
  if (typeof raw !== 'string' && typeof raw !== 'number') return missing;
  const word = String(raw).toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : missing;
}

function day(raw: Json): Coerced {
  const parsed = moment(raw);
  return typeof parsed === 'string' ? parsed.slice(0, 10) : parsed;
}

function moment(raw: Json): Coerced {
  if (raw === '') return null;
  if (typeof raw !== 'string') return missing;
  const parsed = new Date(raw);
  return Number.isNaN(parsed.getTime()) ? missing : parsed.toISOString();
}

function list(raw: Json, item: (raw: Json) => Coerced): Coerced {
  const parts = Array.isArray(raw) ? (raw as readonly Json[]) : commaList(raw);
  if (parts === undefined) return missing;
  const items: Json[] = [];
  for (const part of parts) {
    const value = item(part);
    if (value === missing) return missing;
    items.push(value);
  }
  return items;
}

function commaList(raw: Json): readonly Json[] | undefined {
  if (typeof raw === 'number') return [raw];
  if (typeof raw !== 'string') return undefined;
  return raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function hashes(raw: Json): Coerced {
  if (raw === '') return [];
  if (!Array.isArray(raw)) return missing;
  const items = raw as readonly Json[];
  return items.every(isJsonObject) ? items : missing;
}
