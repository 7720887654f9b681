import { scopePath } from '../address.ts';
import { kind } from '../kind.ts';
import { partial, put, whole } from './integration-calls.ts';
import {
  INTEGRATIONS,
  integrationProperties,
  type IntegrationSpec,
  type LiveIntegration,
} from './integration-catalogue.ts';
import { inOneForm, shownFields, slugOf } from './integration-forms.ts';
import { checkIntegration } from './integration-rules.ts';

/** The integrations of a group or a project. An integration that is off is not there: PUT always turns it on, DELETE off. */
export const integrations = kind<IntegrationSpec, LiveIntegration>({
  section: 'integrations',
  singular: 'integration',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'slug' },
  description: 'Integrations with other services, by the slugs of their API: `slack`, `jira`, `external-wiki`.',
  schema: {
    properties: {
      slug: { type: 'string', description: 'Which integration.' },
      use_inherited_settings: {
        type: 'boolean',
        'x-since': '17.3',
        description: 'Take over the settings of the nearest group above, or of the instance.',
      },
      ...integrationProperties,
    },
  },
  key: (spec) => slugOf(spec.slug),
  normal: inOneForm,
  check: checkIntegration,
  reads: (scope) => [{ path: `${scopePath(scope)}/integrations`, pages: true }],
  detail: (live, scope) => ({ path: `${scopePath(scope)}/integrations/${live.slug}` }),
  decode: (live) => ({
    key: live.slug,
    spec: {
      ...Object.fromEntries(Object.keys(integrationProperties).map((name) => [name, undefined])),
      ...shownFields(live),
      slug: live.slug,
      use_inherited_settings: live.inherited,
    },
    ...(live.inherited === true && { inherited: true as const }),
    ...(INTEGRATIONS.get(live.slug)?.deletable === false && { held: 'an integration that the API cannot remove' }),
  }),
  create: (entry, site) => [put(slugOf(entry.spec.slug), whole(entry.spec), site)],
  update: (live, changed, site) => [put(live.slug, partial(live, changed), site)],
  remove: (live, site) => [{ method: 'DELETE', path: `${site.at}/integrations/${live.slug}` }],
});
