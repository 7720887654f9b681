import { kind } from '../kind.ts';
import { createHook, lostByNewUrl, removeHook, updateHook } from './hook-calls.ts';
import { decodeHookFields, forEachName, hookProperties, type HookFields, type LiveHook } from './hook-fields.ts';
import { checkHook, normalHook } from './hook-rules.ts';
import { flag } from './live-value.ts';

const EVENTS = ['push_events', 'tag_push_events', 'merge_requests_events', 'repository_update_events'] as const;

export type SystemHookSpec = HookFields & { readonly [Flag in (typeof EVENTS)[number]]: boolean };

/** The hooks of the instance. */
export const systemHooks = kind<SystemHookSpec, LiveHook>({
  section: 'system_hooks',
  singular: 'system_hook',
  scopes: ['instance'],
  shape: { type: 'map', name: 'name' },
  doubles: true,
  description: 'System hooks: where events of the whole instance are sent.',
  schema: {
    properties: { ...hookProperties, ...forEachName(EVENTS, () => ({ type: 'boolean' })) },
    required: ['url'],
  },
  key: (spec) => spec.name ?? spec.url ?? '',
  alias: (spec) => spec.url,
  normal: normalHook,
  check: checkHook,
  reads: () => [{ path: '/hooks', pages: true }],
  decode: (live) => {
    const { fields, ...names } = decodeHookFields(live);
    return { ...names, spec: { ...fields, ...forEachName(EVENTS, (event) => flag(live[event])) } };
  },
  create: (entry, site) => createHook(entry.spec, site),
  update: updateHook,
  remove: removeHook,
  loses: lostByNewUrl,
});
