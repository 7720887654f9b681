import { pick, type Changed, type CallContext } from '../../kind.ts';
import type { Call } from '../../model.ts';
import {
  INTEGRATIONS,
  isHidden,
  isUnreadFlag,
  type IntegrationSpec,
  type LiveIntegration,
  type Parameter,
} from './catalogue.ts';

/** The one call there is: it sets an integration up, changes it, and turns it on in any case (PUT …/integrations/:slug, 19.2). */
export function put(slug: string, spec: IntegrationSpec, context: CallContext): Call {
  const names = Object.keys(spec).filter((name) => name !== 'slug');
  return { method: 'PUT', path: `${context.at}/integrations/${slug}`, body: pick<IntegrationSpec>(spec, names) };
}

/** All that is declared. An integration that takes over the settings of a group above ignores it unless told to stop. */
export function whole(spec: IntegrationSpec): IntegrationSpec {
  return { ...spec, use_inherited_settings: spec.use_inherited_settings ?? false };
}

/** What changed, what every PUT requires, the secrets that the change would make the platform forget, and what no read shows. */
export function partial(live: LiveIntegration, { names, entry }: Changed<IntegrationSpec>): IntegrationSpec {
  if (live.inherited === true || entry.spec.use_inherited_settings === true) return whole(entry.spec);
  const parameters = INTEGRATIONS.get(live.slug)?.parameters ?? [];
  const resets = parameters.some(({ name, resetsSecrets }) => resetsSecrets === true && names.has(name));
  const beside = parameters.filter(({ required, secret }) => required || (resets && secret)).map(({ name }) => name);
  const unread = unreadOf(parameters, Object.keys(entry.spec));
  const sent = new Set([...names, ...beside]);
  return Object.fromEntries(Object.entries(entry.spec).filter(([name]) => sent.has(name) || unread.has(name)));
}

/** No secret, and yet never shown: it may differ, and does no harm when it is sent again. */
function unreadOf(parameters: readonly Parameter[], names: readonly string[]): ReadonlySet<string> {
  const hidden = parameters.filter((parameter) => isHidden(parameter) && !parameter.secret).map(({ name }) => name);
  return new Set([...hidden, ...names.filter((name) => isUnreadFlag(name))]);
}
