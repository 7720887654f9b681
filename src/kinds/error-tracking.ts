import { scopePath } from '../address.ts';
import { Secret } from '../base/secret.ts';
import { kind } from '../kind.ts';
import type { Call, LiveObject } from '../model.ts';
import type { Sinks } from '../sinks.ts';
import { flag } from './live-value.ts';
import { handsSecretOn, variablesFor } from './token-sink.ts';

export type ErrorTrackingSpec = {
  readonly active: boolean;
  readonly integrated: boolean;
  /** Where it is declared, the variables that get the DSN; where it is live, the DSNs that there are. */
  readonly dsn_to: Sinks | readonly Secret[];
};

/** A project, and what two more reads show of it; the answer to a change is the settings alone. */
type LiveErrorTracking = LiveObject & {
  readonly id?: number;
  readonly named?: { readonly settings?: LiveObject | null; readonly keys?: readonly ClientKey[] | null };
};

type ClientKey = LiveObject & { readonly active: boolean; readonly sentry_dsn: string };

/** What a DSN of GitLab's own error tracking looks like (POST …/error_tracking/client_keys, 18.9). */
const DSN = /^https?:\/\/glet_[0-9a-f]+@/;

/** Error tracking of a project: its settings, and the client keys by whose DSN applications send errors. None is ever deleted: a key has no name. */
export const errorTracking = kind<ErrorTrackingSpec, LiveErrorTracking>({
  section: 'error_tracking',
  singular: 'error_tracking',
  description:
    'Error tracking: whether errors are taken, by whom, and where applications find the DSN to send them to.',
  scopes: ['project'],
  shape: { type: 'single' },
  schema: {
    properties: {
      active: { type: 'boolean', 'x-default': false, description: 'Whether errors are tracked.' },
      integrated: {
        type: 'boolean',
        'x-default': false,
        description:
          'Whether GitLab itself tracks them, which takes its feature flag `integrated_error_tracking`; a Sentry does otherwise.',
      },
      dsn_to: variablesFor(
        'The CI/CD variables that have the DSN of a client key, one or a list of them: a key is made where there is none, and whatever else they hold gives way.',
      ),
    },
    anyOf: [{ required: ['active'] }, { required: ['integrated'] }, { required: ['dsn_to'] }],
  },
  identity: { names: 'exact', key: () => '' },
  reads: {
    all: (scope) => [{ path: scopePath(scope) }],
    named: ({ id = 0 }) => ({
      // 404 until there are some (GET …/error_tracking/settings, 18.9).
      settings: { path: `/projects/${id}/error_tracking/settings`, mayBeMissing: true },
      keys: {
        path: `/projects/${id}/error_tracking/client_keys`,
        pages: true,
        secrets: ['public_key', 'sentry_dsn'],
      },
    }),
    initial: () => [{ named: {} }],
    retainedFields: ['named'],
  },
  decode({ named, ...answer }) {
    // What has no settings tracks nothing.
    const settings = named === undefined ? answer : (named.settings ?? { active: false, integrated: false });
    const dsns = activeKeys(named).map(
      ({ sentry_dsn: dsn }) => new Secret({ type: 'text', at: 'what GitLab shows' }, dsn),
    );
    return {
      key: '',
      spec: {
        active: flag(settings['active']),
        integrated: flag(settings['integrated']),
        dsn_to: dsns.length === 0 ? undefined : dsns,
      },
    };
  },
  calls: {
    shown: { always: ['active'] },
    update({ named }, { names, entry: { spec } }, { at }) {
      const settings = names.has('active') || names.has('integrated') ? [settingsCall(named?.settings, spec, at)] : [];
      const isKeyless = activeKeys(named).length === 0;
      return names.has('dsn_to') && isKeyless
        ? [...settings, { method: 'POST', path: `${at}/error_tracking/client_keys`, answer: 'another' }]
        : settings;
    },
    refused: ({ method, path }, status) =>
      status === 404 && method === 'PUT' && path.endsWith('/error_tracking/settings')
        ? 'let an administrator turn the feature flag `integrated_error_tracking` on (PUT is 404 without it), or set up a Sentry in the settings of the project: this changes them from then on'
        : undefined,
  },
  rules: {
    checkNew({ active, integrated }, before) {
      if (active !== true || before?.active === true || integrated !== undefined || before?.integrated === true)
        return [];
      const message = 'active needs to know by whom errors are tracked';
      const remedy = 'Add `integrated: true` for GitLab itself, or `integrated: false` for a Sentry that is set up';
      return [{ field: 'active', message, remedy }];
    },
  },
  handsOn: ({ dsn_to: sinks }) => handsSecretOn('dsn_to', sinks, DSN),
  showsHandedOn: true,
});

function activeKeys(named: LiveErrorTracking['named']): readonly ClientKey[] {
  return named?.keys?.filter(({ active }) => active) ?? [];
}

/** PUT makes them where there are none, and only where the feature flag is on; PATCH needs no flag, and wants `active` all the same (18.9). */
function settingsCall(live: LiveObject | null | undefined, spec: Partial<ErrorTrackingSpec>, at: string): Call {
  const { active = live?.['active'] === true, integrated } = spec;
  const path = `${at}/error_tracking/settings`;
  return live === undefined || live === null
    ? { method: 'PUT', path, body: { active, integrated: integrated ?? false } }
    : { method: 'PATCH', path, body: { active, ...(integrated !== undefined && { integrated }) } };
}
