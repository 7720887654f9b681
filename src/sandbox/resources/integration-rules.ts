import type { IntegrationKind, IntegrationParam } from '../integration-catalogue.ts';
import { textOf } from '../json.ts';
import type { Json } from '../json.ts';
import type { Bag } from '../rows.ts';
import { urlProblem } from './hook-urls.ts';

/** Rules of single fields: of Harbor, of the CI variable that its password becomes, and of Telegram (models, 18.9). */
const shapes: Readonly<Record<string, { readonly rule: RegExp; readonly text: string }>> = {
  'harbor project_name': { rule: /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/, text: 'is invalid' },
  'telegram thread': { rule: /^[+-]?\d+$/, text: 'is not a number' },
};

/** What the model finds wrong with the properties, by field; empty when all is well (PUT …/integrations/<slug>, 18.9). */
export function propertyErrors(
  kind: IntegrationKind,
  properties: Bag,
  settings: Bag,
): Record<string, readonly string[]> {
  const errors: Record<string, readonly string[]> = {};
  for (const param of kind.parameters) {
    const complaint = complaintAbout(kind, param, properties[param.name] ?? null, settings);
    if (complaint !== undefined) errors[param.name] = [complaint];
  }
  return errors;
}

function complaintAbout(
  kind: IntegrationKind,
  param: IntegrationParam,
  value: Json,
  settings: Bag,
): string | undefined {
  const text = textOf(value);
  if (text === '') return param.required && !Array.isArray(value) ? "can't be blank" : undefined;
  if (param.enum !== undefined && !param.enum.map(String).includes(text)) return 'is not included in the list';
  if (param.pattern !== undefined && !new RegExp(param.pattern).test(text)) return 'is invalid';
  if (param.maxLength !== undefined && text.length > param.maxLength) {
    return `is too long (maximum is ${param.maxLength} characters)`;
  }
  const shape = shapes[`${kind.slug} ${param.name}`];
  if (shape?.rule.test(text) === false) return shape.text;
  if (param.name === 'confluence_url') return cloudComplaint(text);
  const isAddress = param.name === 'webhook' || param.name === 'url' || param.name.endsWith('_url');
  return isAddress ? urlProblem(text, 'project', settings) : undefined;
}

/** Confluence is linked to in the cloud alone. */
function cloudComplaint(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const fits = parsed !== undefined && /^https?:$/.test(parsed.protocol) && /.\.atlassian\.net$/.test(parsed.hostname);
  if (fits && /^\/wiki(\/|$)/.test(parsed.pathname)) return undefined;
  return 'URL must point to a Confluence Cloud Workspace hosted on atlassian.net';
}
