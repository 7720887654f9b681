import { kind } from '../../kind.ts';
import { createHook, lostByNewUrl, removeHook, updateHook } from './calls.ts';
import { decodeHookFields, forEachName, hookKey, hookProperties, type HookFields, type LiveHook } from './fields.ts';
import { checkHook, normalHook } from './rules.ts';
import { flag } from '../live-value.ts';

const EVENTS = ['push_events', 'tag_push_events', 'merge_requests_events', 'repository_update_events'] as const;

export type SystemHookSpec = HookFields & { readonly [Flag in (typeof EVENTS)[number]]: boolean };

/** The hooks of the instance. */
export const systemHooks = kind<SystemHookSpec, LiveHook>({
  section: 'system_hooks',
  singular: 'system_hook',
  scopes: ['instance'],
  shape: { type: 'map', name: 'name' },
  allowsDuplicateKeys: true,
  description: 'System hooks: where events of the whole instance are sent.',
  // Nothing makes hooks' names unique (hooks, 18.9).
  names: 'exact',
  schema: {
    properties: { ...hookProperties, ...forEachName(EVENTS, () => ({ type: 'boolean' })) },
    required: ['url'],
  },
  events: {
    targets: ['SystemHook'],
    made: ['webhook_created'],
    removed: ['webhook_destroyed'],
    changed: () => [],
    filedUnder: 'User',
  },
  key: hookKey,
  alias: (spec) => spec.url,
  normal: normalHook,
  check: checkHook,
  reads: () => [{ path: '/hooks', pages: true }],
  decode: (live) => {
    const { fields, ...names } = decodeHookFields(live);
    return { ...names, spec: { ...fields, ...forEachName(EVENTS, (event) => flag(live[event])) } };
  },
  create: (entry, context) => createHook(entry.spec, context),
  update: updateHook,
  remove: removeHook,
  sideEffects: lostByNewUrl,
});
