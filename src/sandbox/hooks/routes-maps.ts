import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { textOf } from '../store/json.ts';
import type { Params } from '../http/params.ts';
import { failure, noContent, notFound, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { HookRow } from './rows.ts';
import { refuseDangling, remappedHook } from './drafts.ts';
import { families, hookOf, sharedBy } from './owner.ts';
import type { HookArgs, HookFamily } from './owner.ts';
import { hookErrors } from './rules.ts';
import { draftOnly } from './draft-fields.ts';

const maps = [
  { field: 'url_variables', thing: 'URL variable', unset: 'Could not unset variable', since: '15.2' },
  { field: 'custom_headers', thing: 'Custom header', unset: 'Could not unset custom header', since: '17.1' },
] as const;

const illegal = 'Illegal key or value';

export const hookMapRoutes = families.flatMap((family) => maps.flatMap((map) => routesOf(family, map)));

function routesOf(family: HookFamily, map: (typeof maps)[number]) {
  const path = `${family.path}/:hook_id/${map.field}/:key`;
  const shared = sharedBy(family);
  const params: Params = {
    ...family.ids,
    hook_id: { type: 'integer', required: true },
    key: { type: 'string', required: true },
  };
  return [
    // PUT …/hooks/:hook_id/{url_variables,custom_headers}/:key (18.9).
    route({
      method: 'PUT',
      path,
      since: map.since,
      ...shared,
      params: { ...params, value: { type: 'string', required: true } },
      access: hookOf(family),
      handle: ({ context, args, subject: { hook } }) => {
        write(context, hook, map.field, { ...hook[map.field], [keyOf(args)]: args.value }, illegal);
        return noContent();
      },
    }),
    // DELETE …/hooks/:hook_id/{url_variables,custom_headers}/:key (18.9).
    route({
      method: 'DELETE',
      path,
      since: map.since,
      ...shared,
      params,
      access: hookOf(family),
      handle: ({ context, args, subject: { hook } }) => {
        const key = keyOf(args);
        const left = Object.entries(hook[map.field]).filter(([name]) => name !== key);
        if (left.length === Object.keys(hook[map.field]).length) refuse(notFound(map.thing));
        write(context, hook, map.field, Object.fromEntries(left), map.unset);
        return noContent();
      },
    }),
  ];
}

function keyOf(args: HookArgs): string {
  return textOf(args['key']);
}

function write(
  context: RequestContext,
  hook: HookRow,
  field: 'url_variables' | 'custom_headers',
  map: Readonly<Record<string, string>>,
  refusal: string,
): void {
  const { state, clock } = context.platform;
  const draft = remappedHook(hook, field, map);
  if (Object.keys(map).length < Object.keys(hook[field]).length) refuseDangling(hook, draft);
  if (Object.keys(hookErrors(draft, state.settings)).length > 0) refuse(failure(422, refusal));
  state.hooks.update(hook, { ...draftOnly(draft), updated_at: timestamp(clock) });
}
