import { scopePath } from '../../address.ts';
import { atLeast } from '../../base/version-order.ts';
import { once } from '../../base/once.ts';
import { kind } from '../../kind.ts';
import { partial, put, whole } from './calls.ts';
import {
  INTEGRATIONS,
  integrationProperties,
  variantsWith,
  type IntegrationSpec,
  type LiveIntegration,
} from './catalogue.ts';
import { inOneForm, shownFields, slugOf } from './forms.ts';
import { checkIntegration } from './rules.ts';
import { comesFromAbove, isMadeAlong } from '../new-project.ts';

/** Every field, as one that is not shown. */
const nothingShown = once(() =>
  Object.fromEntries(Object.keys(integrationProperties()).map((name) => [name, undefined])),
);

const inheriting = {
  type: 'boolean',
  'x-since': '17.3',
  description: 'Take over the settings of the nearest group above, or of the instance.',
} as const;

/** The names that there are; with underscores they are the same. */
const SLUGS = [...new Set([...INTEGRATIONS.keys()].flatMap((slug) => [slug, slug.replaceAll('-', '_')]))];

const schemaOfAny = once(() => ({
  properties: {
    slug: { type: 'string', enum: SLUGS, description: 'Which integration.' } as const,
    use_inherited_settings: inheriting,
    ...integrationProperties(),
  },
}));

const variants = once(() => variantsWith({ use_inherited_settings: inheriting }));

/** The integrations of a group or a project. An integration that is off is not there: PUT always turns it on, DELETE off. */
export const integrations = kind<IntegrationSpec, LiveIntegration>({
  section: 'integrations',
  singular: 'integration',
  description:
    'Integrations with other services, by the slugs of their API: `slack`, `jira`, `external-wiki`. Groups have them since GitLab 17.9.',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'slug' },
  get schema() {
    return schemaOfAny();
  },
  get variants() {
    return variants();
  },
  identity: {
    names: 'exact',
    key: (spec) => slugOf(spec.slug),
    normal: inOneForm,
  },
  reads: {
    all: (scope) => [{ path: `${scopePath(scope)}/integrations`, pages: true }],
    detail: (live, scope) => ({ path: `${scopePath(scope)}/integrations/${live.slug}` }),
    // The API has those of groups since 17.9; the path is 404 before (GET /groups/:id/integrations; by the platform's documents).
    offered: ({ type }, { version }) => type !== 'group' || atLeast(version, '17.9'),
  },
  decode: (live) => ({
    key: live.slug,
    spec: {
      ...nothingShown(),
      ...shownFields(live),
      slug: live.slug,
      use_inherited_settings: live.inherited,
    },
    ...(live.inherited === true && { inherited: true as const }),
    ...(INTEGRATIONS.get(live.slug)?.deletable === false && {
      readOnlyReason: 'an integration that the API cannot remove',
    }),
  }),
  calls: {
    shown: { always: ['slug', 'active'] },
    create: (entry, context) => [put(slugOf(entry.spec.slug), whole(entry.spec), context)],
    update: (live, changed, context) => [put(live.slug, partial(live, changed), context)],
    remove: (live, context) => [{ method: 'DELETE', path: `${context.at}/integrations/${live.slug}` }],
    // What is inherited is never pruned (POST /groups and POST /projects, 18.9).
    comes(name, context) {
      const slug = name === undefined ? undefined : slugOf(name);
      if (
        name === undefined ||
        slug === undefined ||
        INTEGRATIONS.get(slug)?.deletable === false ||
        !isMadeAlong(context)
      )
        return undefined;
      return {
        key: name,
        because: comesFromAbove(context),
        remove: { method: 'DELETE', path: `${context.at}/integrations/${slug}` },
      };
    },
  },
  rules: {
    check: checkIntegration,
  },
  inheritance: {
    // What inherits one is off once it is removed, and works with what it is changed to (PUT and DELETE …/integrations/:slug, 18.9).
    handsDown: true,
    fromAbove: (spec) => spec['use_inherited_settings'] === true,
    saidBy: 'use_inherited_settings',
  },
});
