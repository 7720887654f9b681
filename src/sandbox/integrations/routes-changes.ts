import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { integrationDetail } from './entity.ts';
import { breakingParams, integrationKinds, isAvailable, knownKinds, standsOn } from './catalogue.ts';
import type { IntegrationKind } from './catalogue.ts';
import { inheritable, integrationOn } from './inheritance.ts';
import { failure, message, ok, refuse } from '../http/reply.ts';
import type { AnyRoute } from '../http/route.ts';
import { route } from '../http/route.ts';
import type { IntegrationRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import { validate } from '../http/validate.ts';
import { printedErrors } from '../groups/rules.ts';
import { initialProperties, integrationParams, mergedProperties, unreadIntegrationParams } from './params.ts';
import { bases, placeFor, type Base } from './places.ts';
import { propertyErrors } from './rules.ts';

/** PUT …/integrations/<slug>: one endpoint for each kind, with parameters of its own (18.9). */
export const integrationChangeRoutes = bases.flatMap((base) => integrationKinds.map((kind) => changeRoute(base, kind)));

function changeRoute({ type, base, since }: Base, kind: IntegrationKind): AnyRoute {
  return route({
    ...(since === undefined ? {} : { since }),
    method: 'PUT',
    path: `${base}/${kind.slug}`,
    params: unreadIntegrationParams(kind),
    access: placeFor(type),
    handle: ({ context, args, subject }) => {
      const sent = settled(context, kind, args);
      requireOffered(context, subject, kind);
      if (breakingParams(kind).some((name) => sent[name] !== undefined)) {
        refuse(message(500, '500 Internal Server Error'));
      }
      return ok(integrationDetail(context, save(context, subject, kind, sent), kind));
    },
  });
}

/** The values in their types; `X is missing` for each required one that is left out, secrets too. */
function settled(context: RequestContext, kind: IntegrationKind, given: Readonly<Record<string, unknown>>): Bag {
  if (!knownKinds(context).includes(kind)) refuse(failure(404, '404 Not Found'));
  // The parameter layer hands out nothing but JSON values.
  const declared = validate(integrationParams(kind), [], given as Bag, context.platform.edition);
  return declared.errors.length > 0 ? refuse(failure(400, declared.errors.join(', '))) : declared.values;
}

function requireOffered(context: RequestContext, place: Source, kind: IntegrationKind): void {
  if (!standsOn(kind, place.type) || !isAvailable(context, kind)) refuse(message(400, '400 Integration not available'));
}

function save(context: RequestContext, place: Source, kind: IntegrationKind, sent: Bag): IntegrationRow {
  const { use_inherited_settings: inherit, ...values } = sent;
  const row = integrationOn(context, place, kind.slug);
  if (row === undefined && kind.creatable === false) {
    const name = kind.slug === 'jira-cloud-app' ? 'Jira Cloud' : 'Slack';
    refuse(message(422, `You cannot create the GitLab for ${name} app integration from the API`));
  }
  // One that inherits ignores what is sent until the link is broken.
  if (inherit ?? row?.inherited === true) return link(context, place, kind, row);
  const before = row === undefined ? initialProperties(kind) : row.properties;
  const properties = mergedProperties(kind, before, values);
  const errors = propertyErrors(kind, properties, context.platform.state.settings);
  if (Object.keys(errors).length > 0) refuse(message(400, `Failed to update integration. ${printedErrors(errors)}`));
  // Those that are installed elsewhere are not switched on from here.
  const active = kind.creatable === false ? (row?.active ?? false) : true;
  return write(context, place, kind, row, { active, inherited: false, properties });
}

function link(
  context: RequestContext,
  place: Source,
  kind: IntegrationKind,
  row: IntegrationRow | undefined,
): IntegrationRow {
  const source = inheritable(context, place, kind.slug);
  if (source === undefined) return refuse(message(400, 'Default integration not found.'));
  return write(context, place, kind, row, { active: source.active, inherited: true, properties: source.properties });
}

type Settings = Pick<IntegrationRow, 'active' | 'inherited' | 'properties'>;

function write(
  context: RequestContext,
  place: Source,
  kind: IntegrationKind,
  row: IntegrationRow | undefined,
  settings: Settings,
): IntegrationRow {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  if (row !== undefined) {
    state.integrations.update(row, { ...settings, updated_at: now });
    return row;
  }
  const where = { source_type: place.type, source_id: place.row.id, slug: kind.slug };
  return state.integrations.insert({ ...where, ...settings, created_at: now, updated_at: now });
}
