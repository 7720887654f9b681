import { hasAbility, hasLevel } from '../access.ts';
import type { Source } from '../access.ts';
import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { integrationDetail, integrationEntity } from '../entities/integration.ts';
import { findGroup, findProject } from '../find.ts';
import { integrationKinds, isAvailable, knownKinds, standsOn } from '../integration-catalogue.ts';
import type { IntegrationKind } from '../integration-catalogue.ts';
import { integrationOn } from '../integration-inheritance.ts';
import { textOf } from '../json.ts';
import { anyone, route } from '../route.ts';
import { failure, forbidden, message, noContent, notFound, ok, refuse } from '../reply.ts';
import type { IntegrationRow, SourceType } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { integrationPutRoutes } from './integration-changes.ts';
import { integrationTriggerRoutes } from './integration-triggers.ts';

/** Groups have integrations of their own in the API since 17.9; `services` is the old name of the projects' ones. */
const bases = [
  { type: 'project', base: '/projects/:id/integrations' },
  { type: 'project', base: '/projects/:id/services' },
  { type: 'group', base: '/groups/:id/integrations', since: '17.9' },
] as const;

export const integrationRoutes = [
  ...integrationTriggerRoutes,
  ...bases.flatMap((one) => [
    ...readsOn(one),
    ...integrationKinds.map((kind) => integrationPutRoutes(one, kind, placeFor(one.type))),
  ]),
];

interface Base {
  readonly type: SourceType;
  readonly base: (typeof bases)[number]['base'];
  readonly since?: string;
}

/** Access rule: Maintainers of the project, Owners of the group, or the custom ability. */
function placeFor(type: SourceType) {
  return (call: Call, args: { readonly id: string }): Source => {
    const place: Source =
      type === 'group' ? { type, row: findGroup(call, args.id) } : { type, row: findProject(call, args.id) };
    const may = hasLevel(call, place, type === 'group' ? 50 : 40) || hasAbility(call, place, 'admin_integrations');
    return may ? place : refuse(forbidden());
  };
}

function readsOn({ type, base, since }: Base) {
  const available = since === undefined ? {} : { since };
  return [
    // GET …/integrations: active ones alone, without properties, not paged (18.9).
    route({
      ...available,
      method: 'GET',
      path: base,
      access: placeFor(type),
      handle: ({ call, subject }) => {
        const rows = call.world.state.integrationsBySource(sourceKey(type, subject.row.id));
        const shown = rows.flatMap((row) => {
          const kind = knownKinds(call).find((one) => one.slug === row.slug);
          const entity = kind && integrationEntity(call, row, kind);
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
      handle: ({ call, args, subject }) => {
        const { row, kind } = existing(call, subject, args.slug);
        return ok(integrationDetail(call, row, kind));
      },
    }),
    // DELETE …/integrations/:slug: the row stays, switched off, its fields at their defaults (18.9).
    route({
      ...available,
      method: 'DELETE',
      path: `${base}/:slug`,
      access: placeFor(type),
      handle: ({ call, args, subject }) => {
        const { row, kind } = existing(call, subject, args.slug);
        if (kind.deletable === false) {
          refuse(message(422, 'You cannot disable the GitLab for Jira Cloud app integration from the API'));
        }
        requireUnmodified(call, row.updated_at);
        switchOff(call, subject, row, kind);
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

function existing(call: Call, place: Source, slug: string): { row: IntegrationRow; kind: IntegrationKind } {
  const kind = knownKinds(call).find((one) => one.slug === textOf(slug));
  if (kind === undefined) return refuse(failure(400, 'slug does not have a valid value'));
  if (!standsOn(kind, place.type)) return refuse(message(400, '400 Integration not available'));
  const row = isAvailable(call, kind) ? integrationOn(call, place, kind.slug) : undefined;
  return row === undefined ? refuse(notFound('Integration')) : { row, kind };
}

function switchOff(call: Call, place: Source, row: IntegrationRow, kind: IntegrationKind): void {
  const { state, clock } = call.world;
  // Event flags are columns of the row, no fields: they keep their values.
  const flags = Object.entries(row.properties).filter(([name]) => kind.event_flags.includes(name));
  const changes = { active: false, inherited: false, properties: Object.fromEntries(flags) };
  state.integrations.update(row, { ...changes, updated_at: timestamp(clock) });
  const entity = place.type === 'group' ? ({ type: 'Group', row: place.row } as const) : projectEntity(place.row);
  const details = { custom_message: `Disabled ${kind.title} integration` };
  audit(call, { event: 'integration_disabled', entity, details });
}

function projectEntity(row: Extract<Source, { type: 'project' }>['row']) {
  return { type: 'Project', row } as const;
}
