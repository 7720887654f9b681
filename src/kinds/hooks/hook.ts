import { scopePath } from '../../address.ts';
import { kind } from '../../kind.ts';
import { createHook, lostByNewUrl, removeHook, updateHook } from './calls.ts';
import {
  decodeHookFields,
  forEachName,
  hookKey,
  hookProperties,
  type HookFields,
  type LiveHook,
} from './common-fields.ts';
import { checkHook, normalHook } from './rules.ts';
import { eventSchema } from '../event-flags.ts';
import { flag, text } from '../live-value.ts';

const EVENTS = [
  'push_events',
  'tag_push_events',
  'merge_requests_events',
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'feature_flag_events',
  'releases_events',
  'milestone_events',
  'emoji_events',
  'resource_access_token_events',
  'vulnerability_events',
] as const;

/** Known to the hooks of groups alone; a project ignores them (POST /projects/:id/hooks, 18.9). */
const GROUP_EVENTS = ['subgroup_events', 'member_events', 'project_events'] as const;

type EventFlag = (typeof EVENTS)[number] | (typeof GROUP_EVENTS)[number];

export type HookSpec = HookFields & { readonly custom_webhook_template: string | null } & {
  readonly [Flag in EventFlag]: boolean;
};

/** The webhooks of a group or a project. */
export const hooks = kind<HookSpec, LiveHook>({
  section: 'hooks',
  singular: 'hook',
  description: 'Webhooks: where events of a group or a project are sent.',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: {
      ...hookProperties,
      // What a new hook is told of where nothing is said: pushes alone (POST /groups/:id/hooks and /projects/:id/hooks, 18.9).
      ...forEachName(EVENTS, (event) => ({ ...eventSchema(event), 'x-default': event === 'push_events' })),
      ...forEachName(GROUP_EVENTS, (event) => ({
        ...eventSchema(event),
        'x-default': false,
        description: `${eventSchema(event).description} For the hooks of groups alone.`,
      })),
      custom_webhook_template: {
        type: ['string', 'null'],
        maxLength: 4096,
        description: 'What is sent in place of the event as it is, with its fields as `{{build_name}}`.',
      },
      // A project's list leaves these out (GET /projects/:id/hooks, 18.9).
      url_variables: { ...hookProperties.url_variables, 'x-detail': true },
      custom_headers: { ...hookProperties.custom_headers, 'x-detail': true },
    },
    required: ['url'],
  },
  identity: {
    // Nothing makes hooks' names unique (hooks, 18.9).
    names: 'exact',
    key: hookKey,
    alias: (spec) => spec.url,
    normal: (spec) => ({
      ...normalHook(spec),
      ...(spec.custom_webhook_template === '' && { custom_webhook_template: null }),
    }),
  },
  reads: {
    all: (scope) => [{ path: `${scopePath(scope)}/hooks`, pages: true }],
    // The list of a group's hooks leaves nothing out.
    detail: (live, scope) => (scope.type === 'project' ? { path: `${scopePath(scope)}/hooks/${live.id}` } : undefined),
  },
  decode: (live) => {
    const { fields, ...names } = decodeHookFields(live);
    return {
      ...names,
      spec: {
        ...fields,
        ...forEachName([...EVENTS, ...GROUP_EVENTS], (event) => flag(live[event])),
        custom_webhook_template: text(live.custom_webhook_template),
      },
    };
  },
  calls: {
    shown: { always: ['id', 'url'] },
    create: (entry, context) => createHook(entry.spec, context),
    update: updateHook,
    remove: removeHook,
    sideEffects: lostByNewUrl,
  },
  rules: {
    check: (spec, scope) => [...checkHook(spec), ...(scope.type === 'project' ? groupOnly(spec) : [])],
  },
  history: {
    allowsDuplicateKeys: true,
    // A change of a hook leaves no event (18.9).
    events: {
      targets: ['GroupHook', 'ProjectHook'],
      made: ['webhook_created'],
      removed: ['webhook_destroyed'],
      changed: () => [],
    },
  },
});

function groupOnly(spec: Partial<HookSpec>) {
  return GROUP_EVENTS.filter((event) => spec[event] !== undefined).map((event) => ({
    field: event,
    message: `The hook of a project has no \`${event}\``,
    remedy: `Remove ${event}, or declare the hook in a group`,
  }));
}
