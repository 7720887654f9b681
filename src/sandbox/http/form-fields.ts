import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';

type Fields = Record<string, Json | undefined>;

/** Puts a form field into place: `a=1`, `a[]=1`, `a[b]=1`, `a[][b]=1` and what they nest into. */
export function setField(fields: Fields, name: string, value: Json): void {
  const open = name.indexOf('[');
  const steps = open <= 0 ? [] : [...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  const root = open <= 0 ? name : name.slice(0, open);
  fields[root] = placed(fields[root], steps, value);
}

function placed(current: Json | undefined, steps: readonly string[], value: Json): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step !== '') {
    const inside: JsonObject = isJsonObject(current) ? current : {};
    return { ...inside, [step]: placed(inside[step], rest, value) };
  }
  const list: readonly Json[] = Array.isArray(current) ? (current as readonly Json[]) : [];
  const last = list.at(-1);
  const field = rest[0];
  // A field that the last entry lacks belongs to it; one that it has begins the next entry.
  if (field !== undefined && isJsonObject(last) && last[field] === undefined) {
    return [...list.slice(0, -1), placed(last, rest, value)];
  }
  return [...list, placed(undefined, rest, value)];
}
