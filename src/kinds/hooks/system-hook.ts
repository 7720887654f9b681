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
import { flag } from '../live-value.ts';

const EVENTS = ['push_events', 'tag_push_events', 'merge_requests_events', 'repository_update_events'] as const;

export type SystemHookSpec = HookFields & { readonly [Flag in (typeof EVENTS)[number]]: boolean };

/** The hooks of the instance. */
export const systemHooks = kind<SystemHookSpec, LiveHook>({
  section: 'system_hooks',
  singular: 'system_hook',
  description: 'System hooks: where events of the whole instance are sent.',
  scopes: ['instance'],
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: {
      ...hookProperties,
      // What a new hook is told of where nothing is said (POST /hooks, 18.9).
      ...forEachName(EVENTS, (event) => ({ ...eventSchema(event), 'x-default': event === 'repository_update_events' })),
    },
    required: ['url'],
  },
  identity: {
    // Nothing makes hooks' names unique (hooks, 18.9).
    names: 'exact',
    key: hookKey,
    alias: (spec) => spec.url,
    normal: normalHook,
  },
  reads: {
    all: () => [{ path: '/hooks', pages: true }],
  },
  decode: (live) => {
    const { fields, ...names } = decodeHookFields(live);
    return { ...names, spec: { ...fields, ...forEachName(EVENTS, (event) => flag(live[event])) } };
  },
  calls: {
    shown: { always: ['id', 'url'] },
    create: (entry, context) => createHook(entry.spec, context),
    update: updateHook,
    remove: removeHook,
    sideEffects: lostByNewUrl,
  },
  rules: {
    check: checkHook,
  },
  history: {
    allowsDuplicateKeys: true,
    events: {
      targets: ['SystemHook'],
      made: ['webhook_created'],
      removed: ['webhook_destroyed'],
      changed: () => [],
      filedUnder: 'User',
    },
  },
});
