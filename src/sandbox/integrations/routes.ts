import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { integrationDetail, integrationEntity } from './entity.ts';
import { isAvailable, knownKinds, standsOn, type IntegrationKind } from './catalogue.ts';
import { integrationOn } from './inheritance.ts';
import { textOf } from '../store/json.ts';
import { anyone, route } from '../http/route.ts';
import { failure, message, noContent, notFound, ok, refuse } from '../http/reply.ts';
import type { IntegrationRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';
import { emptiedProperties } from './params.ts';
import { bases, type Base, placeFor } from './places.ts';

export const integrationRoutes = bases.flatMap(readsOn);

function readsOn({ type, base, since }: Base) {
  const available = since === undefined ? {} : { since };
  return [
    // GET …/integrations: active ones alone, without properties, not paged (18.9).
    route({
      ...available,
      method: 'GET',
      path: base,
      access: placeFor(type),
      handle: ({ context, subject }) => {
        const rows = context.platform.state.integrationsBySource(sourceKey(type, subject.row.id));
        const shown = rows.flatMap((row) => {
          const kind = knownKinds(context).find((one) => one.slug === row.slug);
          const entity = kind && integrationEntity(context, row, kind);
          return entity?.['active'] === true ? [entity] : [];
        });
        return ok(shown);
      },
    }),
    // GET …/integrations/:slug: 404 until it was saved once, then also while it is off (18.9).
    route({
      ...available,
      method: 'GET',
      path: `${base}/:slug`,
      access: placeFor(type),
      handle: ({ context, args, subject }) => {
        const { row, kind } = existing(context, subject, args.slug);
        return ok(integrationDetail(context, row, kind));
      },
    }),
    // DELETE …/integrations/:slug: the row stays, switched off, its fields at their defaults (18.9).
    route({
      ...available,
      method: 'DELETE',
      path: `${base}/:slug`,
      access: placeFor(type),
      handle: ({ context, args, subject }) => {
        const { row, kind } = existing(context, subject, args.slug);
        if (kind.deletable === false) {
          refuse(message(422, 'You cannot disable the GitLab for Jira Cloud app integration from the API'));
        }
        requireUnmodified(context, row.updated_at);
        switchOff(context, row, kind);
        return noContent();
      },
    }),
    // PUT of a slug that does not exist meets no route (18.9).
    route({
      ...available,
      method: 'PUT',
      path: `${base}/:slug`,
      anonymous: true,
      access: anyone,
      handle: () => failure(404, '404 Not Found'),
    }),
  ];
}

function existing(
  context: RequestContext,
  place: Source,
  slug: string,
): { row: IntegrationRow; kind: IntegrationKind } {
  const kind = knownKinds(context).find((one) => one.slug === textOf(slug));
  if (kind === undefined) return refuse(failure(400, 'slug does not have a valid value'));
  const available = isAvailable(context, kind);
  // What stands on projects alone is told apart on a group; what stands on groups alone is not found on a project.
  if (available && place.type === 'group' && !standsOn(kind, 'group'))
    return refuse(message(400, '400 Integration not available'));
  const row = available && standsOn(kind, place.type) ? integrationOn(context, place, kind.slug) : undefined;
  return row === undefined ? refuse(notFound('Integration')) : { row, kind };
}

/** No audit event of the place tells of it (DELETE …/integrations/:slug, 18.9). */
function switchOff(context: RequestContext, row: IntegrationRow, kind: IntegrationKind): void {
  const { state, clock } = context.platform;
  const changes = { active: false, inherited: false, properties: emptiedProperties(kind, row.properties) };
  state.integrations.update(row, { ...changes, updated_at: timestamp(clock) });
}
