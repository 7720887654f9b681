import type { Source } from '../access.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { integrationDetail } from '../entities/integration.ts';
import { isAvailable, knownKinds, standsOn } from '../integration-catalogue.ts';
import type { IntegrationKind } from '../integration-catalogue.ts';
import { inheritable, integrationOn } from '../integration-inheritance.ts';
import { failure, message, ok, refuse } from '../reply.ts';
import type { AnyRoute } from '../route.ts';
import { route } from '../route.ts';
import type { Bag, IntegrationRow } from '../rows.ts';
import { validate } from '../validate.ts';
import { printedErrors } from './group-rules.ts';
import {
  initialProperties,
  integrationParams,
  mergedProperties,
  unreadIntegrationParams,
} from './integration-params.ts';
import { propertyErrors } from './integration-rules.ts';

interface Base {
  readonly base: '/projects/:id/integrations' | '/projects/:id/services' | '/groups/:id/integrations';
  readonly since?: string;
}

/** PUT …/integrations/<slug>: one endpoint for each kind, with parameters of its own (18.9). */
export function integrationPutRoutes(
  { base, since }: Base,
  kind: IntegrationKind,
  access: (call: Call, args: { readonly id: string }) => Source,
): AnyRoute {
  return route({
    ...(since === undefined ? {} : { since }),
    method: 'PUT',
    path: `${base}/${kind.slug}`,
    params: unreadIntegrationParams(kind),
    access: (call, args: { readonly id: string }) => access(call, args),
    handle: ({ call, args, subject }) => {
      const sent = settled(call, kind, args);
      requireOffered(call, subject, kind);
      return ok(integrationDetail(call, save(call, subject, kind, sent), kind));
    },
  });
}

/** The values in their types; `X is missing` for each required one that is left out, secrets too. */
function settled(call: Call, kind: IntegrationKind, given: Readonly<Record<string, unknown>>): Bag {
  if (!knownKinds(call).includes(kind)) refuse(failure(404, '404 Not Found'));
  // The parameter layer hands out nothing but JSON values.
  const declared = validate(integrationParams(kind), [], given as Bag, call.world.edition);
  return declared.errors.length > 0 ? refuse(failure(400, declared.errors.join(', '))) : declared.values;
}

function requireOffered(call: Call, place: Source, kind: IntegrationKind): void {
  if (!standsOn(kind, place.type) || !isAvailable(call, kind)) refuse(message(400, '400 Integration not available'));
}

function save(call: Call, place: Source, kind: IntegrationKind, sent: Bag): IntegrationRow {
  const { use_inherited_settings: inherit, ...values } = sent;
  const row = integrationOn(call, place, kind.slug);
  if (row === undefined && kind.creatable === false) {
    const name = kind.slug === 'jira-cloud-app' ? 'Jira Cloud' : 'Slack';
    refuse(message(422, `You cannot create the GitLab for ${name} app integration from the API`));
  }
  // One that inherits ignores what is sent until the link is broken.
  if (inherit ?? row?.inherited === true) return link(call, place, kind, row);
  const before = row === undefined ? initialProperties(kind) : row.properties;
  const properties = mergedProperties(kind, before, values);
  const errors = propertyErrors(kind, properties, call.world.state.settings);
  if (Object.keys(errors).length > 0) refuse(message(400, `Failed to update integration. ${printedErrors(errors)}`));
  // Those that are installed elsewhere are not switched on from here.
  const active = kind.creatable === false ? (row?.active ?? false) : true;
  return write(call, place, kind, row, { active, inherited: false, properties });
}

function link(call: Call, place: Source, kind: IntegrationKind, row: IntegrationRow | undefined): IntegrationRow {
  const source = inheritable(call, place, kind.slug);
  if (source === undefined) return refuse(message(400, 'Default integration not found.'));
  return write(call, place, kind, row, { active: source.active, inherited: true, properties: source.properties });
}

type Settings = Pick<IntegrationRow, 'active' | 'inherited' | 'properties'>;

function write(
  call: Call,
  place: Source,
  kind: IntegrationKind,
  row: IntegrationRow | undefined,
  settings: Settings,
): IntegrationRow {
  const { state, clock } = call.world;
  const now = timestamp(clock);
  if (row !== undefined) {
    state.integrations.update(row, { ...settings, updated_at: now });
    return row;
  }
  const where = { source_type: place.type, source_id: place.row.id, slug: kind.slug };
  return state.integrations.insert({ ...where, ...settings, created_at: now, updated_at: now });
}
