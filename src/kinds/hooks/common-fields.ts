import { isList, isMap } from '../../base/shape.ts';
import { withoutUrlSecrets } from '../../base/url-secrets.ts';
import type { Secret } from '../../base/secret.ts';
import type { PropertySchema } from '../../kind.ts';
import type { Json, LiveObject } from '../../model.ts';
import { flag, text } from '../live-value.ts';

/** The names of secrets and their references; of what is live, only the names are known. */
export type SecretMap = { readonly [name: string]: Secret | null };

/** What the hooks of groups, of projects and of the instance have in common. */
export type HookFields = {
  readonly name: string | null;
  readonly url: string;
  readonly description: string | null;
  readonly token: Secret | null;
  readonly enable_ssl_verification: boolean;
  readonly push_events_branch_filter: string | null;
  readonly branch_filter_strategy: string;
  readonly url_variables: SecretMap;
  readonly custom_headers: SecretMap;
};

export type LiveHook = LiveObject & { readonly id: number; readonly url: string };

export const hookProperties = {
  // Hooks got names in 17.1; an older hook is found by its URL.
  name: { type: 'string', minLength: 1, maxLength: 255, 'x-since': '17.1', description: 'What tells hooks apart.' },
  url: { type: 'string', maxLength: 8192, description: 'Where events are sent; {name} stands for a URL variable.' },
  description: { type: ['string', 'null'], maxLength: 2048, 'x-since': '17.1', description: 'What the hook is for.' },
  token: {
    type: ['string', 'null'],
    writeOnly: true,
    'x-secret': true,
    description: 'Sent along, so that the receiver can tell who sends.',
  },
  enable_ssl_verification: {
    type: 'boolean',
    'x-default': true,
    description: "Verifies the receiver's certificate.",
  },
  push_events_branch_filter: {
    type: ['string', 'null'],
    description: 'The branches whose pushes are sent, as `branch_filter_strategy` reads it.',
  },
  branch_filter_strategy: {
    type: 'string',
    enum: ['wildcard', 'regex', 'all_branches'],
    'x-default': 'wildcard',
    description:
      'How `push_events_branch_filter` is read: as a pattern in which * stands for anything, as a regular expression (RE2), or not at all.',
  },
  url_variables: {
    type: ['object', 'null'],
    'x-default': {},
    additionalProperties: { type: 'string', 'x-secret': true },
    description: 'The values of the {names} in the URL.',
  },
  custom_headers: {
    'x-since': '17.1',
    type: ['object', 'null'],
    'x-default': {},
    additionalProperties: { type: 'string', 'x-secret': true },
    description: 'Headers that are sent with every event.',
  },
} as const satisfies { readonly [Name in keyof HookFields]: PropertySchema };

/** What tells hooks apart: a name, or else the URL without what nobody is to read in an address. */
export function hookKey({
  name,
  url,
}: {
  readonly name?: string | null | undefined;
  readonly url?: string | undefined;
}): string {
  return name ?? withoutUrlSecrets(url ?? '');
}

/** The common fields of a live hook; its secrets are never shown, and of the maps only the names. */
export function decodeHookFields(live: LiveHook) {
  const name = text(live.name);
  return {
    key: hookKey({ name, url: live.url }),
    // A hook without a name is recognised by its URL.
    alias: name === null || name === undefined ? live.url : undefined,
    id: live.id,
    fields: {
      name,
      url: live.url,
      description: text(live.description),
      token: undefined,
      enable_ssl_verification: flag(live.enable_ssl_verification),
      push_events_branch_filter: text(live.push_events_branch_filter),
      branch_filter_strategy: text(live.branch_filter_strategy) ?? undefined,
      url_variables: secretNames(live.url_variables),
      custom_headers: secretNames(live.custom_headers),
    },
  };
}

/** The keys of a live map of secrets; undefined where the answer leaves the map out. */
export function secretKeys(map: Json | undefined): readonly string[] | undefined {
  if (!isList(map)) return undefined;
  return map.flatMap((pair) => (isMap(pair) && typeof pair.key === 'string' ? [pair.key] : []));
}

/** One value for each name. */
export function forEachName<Name extends string, Result>(
  names: readonly Name[],
  result: (name: Name) => Result,
): { readonly [Each in Name]: Result } {
  // What is made of a list of names has exactly these names, which Object.fromEntries cannot say.
  return Object.fromEntries(names.map((name) => [name, result(name)])) as { [Each in Name]: Result };
}

function secretNames(map: Json | undefined): SecretMap | undefined {
  const keys = secretKeys(map);
  return keys === undefined ? undefined : Object.fromEntries(keys.map((key) => [key, null]));
}
