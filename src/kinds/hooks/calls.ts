import { pick, type CallContext } from '../../kind.ts';
import type { Attributes, Call, Value } from '../../model.ts';
import { secretKeys, type HookFields, type LiveHook, type SecretMap } from './common-fields.ts';
import { placeholders } from './rules.ts';

type HookSpec = Attributes & Partial<HookFields>;

/** One POST makes a hook with all its secrets. */
export function createHook(spec: HookSpec, context: CallContext): readonly Call[] {
  const names = Object.keys(spec).filter((name) => !isMap(name));
  const body = {
    ...pick<Attributes>(spec, names),
    ...pairs('url_variables', spec.url_variables),
    ...pairs('custom_headers', spec.custom_headers),
  };
  return [{ method: 'POST', path: `${context.at}/hooks`, body }];
}

export function removeHook(live: LiveHook, context: CallContext): readonly Call[] {
  return [{ method: 'DELETE', path: hookPath(live, context), unlessModified: true }];
}

/** The calls that change a hook. Where its effective URL may change, the platform forgets secrets in an order of its own. */
export function updateHook(
  live: LiveHook,
  changed: { readonly names: ReadonlySet<string>; readonly entry: { readonly spec: HookSpec } },
  context: CallContext,
): readonly Call[] {
  const { names, entry } = changed;
  const rest = pick<Attributes>(
    entry.spec,
    [...names].filter((name) => !isMap(name)),
  );
  if (names.has('url') || resendsUsedVariables(live, names, entry.spec))
    return moveHook(live, entry.spec, rest, context);
  return editHook(live, names, entry.spec, rest, context);
}

/**
 * PUT …/hooks/:hook_id, 18.9, when the URL differs once its variables are filled in: the token is reset unless it is sent
 * along, all headers are emptied, and so are the variables if there were any before (then a URL that uses variables is
 * refused). Hence a URL without placeholders first, then the URL, its variables and the token, then the headers.
 */
function moveHook(
  live: LiveHook,
  spec: HookSpec,
  rest: { readonly [name: string]: Value },
  context: CallContext,
): readonly Call[] {
  const url = spec.url ?? live.url;
  const hadVariables = (secretKeys(live.url_variables) ?? []).length > 0;
  const usesVariables = placeholders(url).length > 0;
  const variables = pairs('url_variables', spec.url_variables);
  const variablesLast = hadVariables && !usesVariables;
  return puts(live, context, [
    hadVariables && usesVariables ? { url: urlBetween(url, context) } : {},
    { ...rest, url, ...pick<Attributes>(spec, ['token']), ...(variablesLast ? {} : variables) },
    { ...pairs('custom_headers', spec.custom_headers), ...(variablesLast ? variables : {}) },
  ]);
}

/** A new URL makes the platform forget the token and every header and variable (PUT of a hook, 18.9); what is declared is sent again. */
export function lostByNewUrl(
  live: LiveHook,
  { names, entry }: { readonly names: ReadonlySet<string>; readonly entry: { readonly spec: HookSpec } },
): readonly string[] {
  if (!names.has('url')) return [];
  const undeclared = (map: (typeof MAPS)[number]): string[] =>
    (secretKeys(live[map]) ?? []).filter((key) => !Object.hasOwn(entry.spec[map] ?? {}, key));
  return [
    // Whether there is one, no read tells (18.9).
    ...(entry.spec.token === undefined ? ['its token, if it has one'] : []),
    ...undeclared('custom_headers').map((key) => `the header ${key}`),
    ...undeclared('url_variables').map((key) => `the variable ${key}`),
  ];
}

/** PUT merges headers and variables into what is there, so that what is to go needs a DELETE of its own (hooks, 18.9). */
function editHook(
  live: LiveHook,
  names: ReadonlySet<string>,
  spec: HookSpec,
  rest: { readonly [name: string]: Value },
  context: CallContext,
): readonly Call[] {
  const maps = MAPS.filter((map) => names.has(map));
  const gone = maps.flatMap((map) =>
    (secretKeys(live[map]) ?? [])
      .filter((key) => !Object.hasOwn(spec[map] ?? {}, key))
      .map((key) => [map, key] as const),
  );
  const variables = names.has('url_variables') ? freeVariables(live, spec) : {};
  const headers = names.has('custom_headers') ? spec.custom_headers : {};
  return [
    ...gone.map(([map, key]): Call => ({
      method: 'DELETE',
      path: `${hookPath(live, context)}/${map}/${encodeURIComponent(key)}`,
    })),
    ...puts(live, context, [{ ...rest, ...pairs('url_variables', variables), ...pairs('custom_headers', headers) }]),
  ];
}

/** The variables are all there and are to be sent again, some of them in use: their values may be others. */
function resendsUsedVariables(live: LiveHook, names: ReadonlySet<string>, spec: HookSpec): boolean {
  const there = new Set(secretKeys(live.url_variables));
  const declared = Object.keys(spec.url_variables ?? {});
  const sameNames = declared.length === there.size && declared.every((name) => there.has(name));
  const used = new Set(placeholders(spec.url ?? live.url));
  return names.has('url_variables') && sameNames && declared.some((name) => used.has(name));
}

/** The declared variables that can be sent without touching the effective URL. */
function freeVariables(live: LiveHook, spec: HookSpec): SecretMap {
  const used = new Set(placeholders(live.url));
  return Object.fromEntries(Object.entries(spec.url_variables ?? {}).filter(([name]) => !used.has(name)));
}

/** A URL without placeholders at the same host, where no receiver listens; at the instance itself if the host is a variable. */
function urlBetween(url: string, context: CallContext): string {
  const before = /^https?:\/\/[^/{}]+\/[^{]*/.exec(url)?.[0];
  return `${before ?? `${context.instance.url.replace(/\/$/, '')}/`}url-is-being-changed`;
}

/** One PUT for each body that says something; only the answer to the last shows the hook as it is to be. */
function puts(
  live: LiveHook,
  context: CallContext,
  bodies: readonly { readonly [name: string]: Value }[],
): readonly Call[] {
  const path = hookPath(live, context);
  return bodies
    .filter((body) => Object.keys(body).length > 0)
    .map((body, index, all): Call => ({
      method: 'PUT',
      path,
      body,
      ...(index < all.length - 1 && { answer: 'partial' as const }),
    }));
}

const MAPS = ['url_variables', 'custom_headers'] as const;

function isMap(name: string): boolean {
  return name === 'url_variables' || name === 'custom_headers';
}

/** A map as the API takes it; nothing for an empty one, which a PUT would ignore. */
function pairs(field: (typeof MAPS)[number], map: SecretMap = {}): { readonly [name: string]: Value } {
  const list = Object.entries(map).map(([key, value]) => ({ key, value }));
  return list.length === 0 ? {} : { [field]: list };
}

function hookPath(live: LiveHook, context: CallContext): string {
  return `${context.at}/hooks/${live.id}`;
}
