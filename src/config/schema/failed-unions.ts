import type { ErrorObject } from 'ajv';
import { nearest } from '../../base/nearest.ts';
import { isList, isMapping } from '../yaml/yaml-value.ts';

/** A failed union that says more than the failures of its forms: the value is of none of their types, or has none of their values. */
export interface Finding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly error: ErrorObject;
  /** The types, or the values, that would have been right. */
  readonly expected: readonly unknown[];
}

/** Of the many errors of a failed union, those of the form that was meant. Rules on whole entries are left to rules.ts, which knows the defaults. */
export function reduce(errors: readonly ErrorObject[]): readonly Finding[] {
  let found: Finding[] = [];
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    const union = (error.keyword === 'anyOf' || error.keyword === 'oneOf') && !isAboutFields(error);
    if (!union) {
      found = withoutForms(found, error);
      const keyword = error.schemaPath.includes('/else/') ? entryRule : error.keyword;
      found.push({ keyword, instancePath: error.instancePath, error, expected: expectedBy(error) });
      continue;
    }
    const inside = found.filter((other) => isWithin(other.instancePath, error.instancePath));
    const outside = found.filter((other) => !isWithin(other.instancePath, error.instancePath));
    found = [...outside, ...bestForm(inside, error)];
  }
  return found.filter(
    (finding) => finding.keyword !== entryRule && !isMisspelt(finding, found) && !isToldByType(finding, found),
  );
}

/** Whether a value that is none of those listed is of another type than all of them, which is told with the list. */
function isToldByType({ keyword, instancePath, error }: Finding, found: readonly Finding[]): boolean {
  if (keyword !== 'enum' || error.propertyName !== undefined) return false;
  return found.some((other) => other.keyword === 'type' && other.instancePath === instancePath);
}

/** Whether what is missing stands there in a misspelling, which is told as such. */
function isMisspelt({ keyword, instancePath, error }: Finding, found: readonly Finding[]): boolean {
  if (keyword !== 'required') return false;
  const missing = String(error.params['missingProperty']);
  return found.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      nearest(String(other.error.params['additionalProperty']), [missing]) !== undefined,
  );
}

/** A rule on a whole entry: it says which form was meant, and nothing else. */
const entryRule = 'entry-rule';

/** Of the failures of a union's forms, those that help. */
function bestForm(inside: readonly Finding[], union: ErrorObject): readonly Finding[] {
  const here = (finding: Finding): boolean => finding.instancePath === union.instancePath;
  // What is no map has no fields that could stand together.
  const isOfMaps = (finding: Finding): boolean => !isMapping(union.data) && isAboutFields(finding.error);
  const deeper = inside.filter((finding) => !here(finding) || !(isAboutWhole(finding) || isOfMaps(finding)));
  if (isMapping(union.data) || isList(union.data)) {
    // A form of another type fails at the top; the one that was meant fails inside.
    if (deeper.length > 0) return deeper;
  } else if (union.data !== null) {
    const values = inside.filter((finding) => here(finding) && finding.keyword === 'enum');
    if (values.length > 0) return merged('enum', values, union);
    const others = inside.filter((finding) => finding.keyword !== 'type' && !(here(finding) && isOfMaps(finding)));
    if (others.length > 0) return others;
  }
  const types = inside.filter((finding) => finding.keyword === 'type');
  return types.length > 0 ? merged('type', types, union) : inside.slice(0, 1);
}

/** Whether a failure says that a value is of another form altogether; a name in a map says that the map was meant. */
function isAboutWhole(finding: Finding): boolean {
  if (finding.error.propertyName !== undefined) return false;
  return finding.keyword === 'type' || finding.keyword === 'enum' || finding.keyword === 'const';
}

function merged(keyword: string, findings: readonly Finding[], union: ErrorObject): readonly Finding[] {
  const expected = [...new Set(findings.flatMap((finding) => finding.expected))];
  const first = findings[0];
  return first === undefined
    ? []
    : [{ keyword, instancePath: union.instancePath, error: { ...first.error, data: union.data }, expected }];
}

/** A union of nothing but `required` is a rule about which fields stand together. */
function isAboutFields(error: ErrorObject): boolean {
  return (
    isList(error.schema) && error.schema.every((form) => isMapping(form) && Object.keys(form).join() === 'required')
  );
}

function withoutForms(found: Finding[], error: ErrorObject): Finding[] {
  if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return found;
  return found.filter((other) => !other.error.schemaPath.startsWith(`${error.schemaPath}/`));
}

function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

function expectedBy(error: ErrorObject): readonly unknown[] {
  const schema: unknown = error.schema;
  if (error.keyword === 'const') return [schema];
  return Array.isArray(schema) ? schema : [schema];
}
