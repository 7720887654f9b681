import type { IntegrationKind, IntegrationParam } from './catalogue.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';
import { urlProblem } from '../hooks/urls.ts';
import { fieldRules } from './field-rules.ts';

const blank = "can't be blank";
const badUrl = 'must be a valid URL';

/** Demanded in every request, and yet not by the model (PUT …/integrations/<slug>, 18.9). */
const mayBeBlank = new Set([
  ...['github repository_url', 'harbor password', 'google-play service_account_key'],
  ...['mattermost-slash-commands token', 'slack-slash-commands token'],
  ...['google-play package_name', 'google-play service_account_key_file_name'],
]);

/** Where a bad address is told before that it is blank (PUT …/integrations/<slug>, 18.9). */
const urlFirst = new Set(['harbor url', 'jira url', 'zentao url']);

/** Judged after the others of its kind, though it is declared before them. */
const late = (kind: IntegrationKind, param: IntegrationParam): number =>
  Number(kind.slug === 'apple-app-store' && /(file_name|protected_refs)$/.test(param.name));

/** What the model finds wrong with the properties, by field; empty when all is well (PUT …/integrations/<slug>, 18.9). */
export function propertyErrors(
  kind: IntegrationKind,
  properties: Bag,
  settings: Bag,
): Record<string, readonly string[]> {
  const errors: Record<string, readonly string[]> = {};
  for (const param of [...kind.parameters].sort((one, other) => late(kind, one) - late(kind, other))) {
    const value = properties[param.name] ?? null;
    const rule = fieldRules[`${kind.slug} ${param.name}`];
    const complaints = [
      ...complaintsAbout(kind, param, value, settings),
      ...(rule?.complaints(value, properties) ?? []),
    ];
    if (complaints.length > 0) errors[rule?.at ?? param.name] = complaints;
  }
  return errors;
}

function complaintsAbout(
  kind: IntegrationKind,
  param: IntegrationParam,
  value: Json,
  settings: Bag,
): readonly string[] {
  const text = textOf(value);
  const path = `${kind.slug} ${param.name}`;
  if (text === '') return param.required && !Array.isArray(value) ? blankComplaints(path, param) : [];
  if (param.enum !== undefined && !param.enum.map(String).includes(text)) return ['is not included in the list'];
  if (param.pattern !== undefined && !new RegExp(param.pattern).test(text)) return ['is invalid'];
  if (param.maxLength !== undefined && text.length > param.maxLength) {
    return [`is too long (maximum is ${param.maxLength} characters)`];
  }
  const problem = isAddress(param) ? urlProblem(text, 'project', settings) : undefined;
  return problem === undefined ? [] : [problem];
}

function blankComplaints(path: string, param: IntegrationParam): readonly string[] {
  if (mayBeBlank.has(path)) return [];
  if (urlFirst.has(path)) return [badUrl, blank];
  if (isAddress(param) && param.name !== 'confluence_url') return [blank, badUrl];
  return param.pattern === undefined ? [blank] : [blank, 'is invalid'];
}

function isAddress(param: IntegrationParam): boolean {
  return param.name === 'webhook' || param.name === 'url' || param.name.endsWith('_url');
}
