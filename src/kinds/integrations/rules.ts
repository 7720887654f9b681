import { meantBy } from '../../base/nearest.ts';
import type { Scope } from '../../model.ts';
import {
  INTEGRATIONS,
  isHidden,
  PARAMETERS,
  type Integration,
  type IntegrationSpec,
  type Parameter,
} from './catalogue.ts';
import { refused } from './refusals.ts';
import { notKept } from './values.ts';

/** What is wrong with an entry of this integration, which the schema of all integrations together cannot say. */
export function checkIntegration(spec: IntegrationSpec, scope: Scope) {
  const slug = typeof spec.slug === 'string' ? spec.slug : '';
  const integration = INTEGRATIONS.get(slug);
  // The schema knows them all.
  if (integration === undefined) return [];
  const useless = [...unusable(integration), ...misplaced(integration, scope)];
  if (useless.length > 0) return useless;
  const names = Object.keys(spec).filter((name) => spec[name] !== undefined && name !== 'slug');
  return [
    ...names.filter((name) => !ownNames(integration).includes(name)).map((name) => unknownName(integration, name)),
    ...openSecrets(integration, names),
    ...missing(integration, names),
    ...notKept(spec),
    ...(spec.use_inherited_settings === true ? ignored(integration, names) : refused(spec)),
  ];
}

/** The fields that an integration takes. */
export function ownNames({ parameters, event_flags: flags }: Integration): readonly string[] {
  return [...parameters.map(({ name }) => name), ...flags, 'use_inherited_settings'];
}

/** Removed from the newest documentation, and there in 18.9. */
const STILL_IN_18: ReadonlySet<string> = new Set(['slack-slash-commands']);

function unusable({ slug, status, creatable }: Integration) {
  if (status === 'removed' && !STILL_IN_18.has(slug)) {
    return [{ field: 'slug', message: `GitLab no longer has the integration \`${slug}\``, remedy: 'Remove the entry' }];
  }
  if (creatable !== false) return [];
  const remedy = 'Remove the entry, and set the integration up in the user interface';
  return [{ field: 'slug', message: `The API cannot set up the integration \`${slug}\``, remedy }];
}

/** Some have no route below /groups, where reads of them are 400 (…/groups/:id/integrations/:slug, 19.2). */
function misplaced({ slug, levels }: Integration, { type }: Scope) {
  if (levels.includes(type)) return [];
  const message = `A ${type} cannot have the integration \`${slug}\``;
  return [{ field: 'slug', message, remedy: `Declare it in a ${levels.join(' or a ')}` }];
}

function unknownName(integration: Integration, name: string) {
  const near = meantBy(name, ownNames(integration));
  const message = `The integration \`${integration.slug}\` has no \`${name}\``;
  return { field: name, message, remedy: near === undefined ? `Remove ${name}` : `Write \`${near}\`` };
}

/** A secret of this integration that is none of another is no secret to the schema, and would be printed. */
function openSecrets({ slug, parameters }: Integration, names: readonly string[]) {
  return parameters
    .filter(({ name, secret }) => secret && names.includes(name))
    .filter(({ name }) => PARAMETERS.get(name)?.every((parameter) => parameter.secret) === false)
    .map(({ name, deprecated }) => ({
      field: name,
      message: `\`${name}\` of the integration \`${slug}\` is hidden by the API and cannot be managed`,
      remedy:
        typeof deprecated === 'string' ? `Write \`${deprecated}\`` : `Remove ${name}, and set it in the user interface`,
    }));
}

/** What a PUT demands and no read shows cannot be known of a live integration (bamboo's build_key, 18.9): an export lacks it. */
function missing({ slug, parameters }: Integration, names: readonly string[]) {
  return parameters
    .filter(({ name, required }) => required && !names.includes(name))
    .map((parameter) => ({ ...demand(slug, parameter), ...(isUntold(parameter) && { whenSent: true as const }) }));
}

function isUntold(parameter: Parameter): boolean {
  return isHidden(parameter) && !parameter.secret;
}

function demand(slug: string, { name }: Parameter) {
  return {
    field: name,
    message: `The integration \`${slug}\` needs \`${name}\``,
    remedy: `Declare ${name}, which the platform asks for with every change`,
  };
}

/** An integration that takes over the settings of a group above ignores what else is sent, but for what it requires. */
function ignored({ parameters }: Integration, names: readonly string[]) {
  const taken = new Set([
    'use_inherited_settings',
    ...parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  ]);
  return names
    .filter((name) => !taken.has(name))
    .map((name) => ({
      field: name,
      message: `\`${name}\` has no effect beside use_inherited_settings`,
      remedy: `Remove ${name}, or use_inherited_settings`,
      idle: true as const,
    }));
}
