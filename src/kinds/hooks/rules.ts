import type { HookFields, SecretMap } from './common-fields.ts';

/** The names in braces that a URL takes from its variables. */
export function placeholders(url: string): readonly string[] {
  return [...url.matchAll(/\{([A-Za-z]+[0-9]*(?:[._-][A-Za-z0-9]+)*)\}/g)].map((match) => match[1] ?? '');
}

/** The URL and the branch filter as the platform stores them, trimmed and null rather than empty, and no map rather than null. */
export function normalHook<Spec extends Partial<HookFields>>(spec: Spec): Spec {
  const filter = spec.push_events_branch_filter;
  return {
    ...spec,
    // PUT {source}/hooks/:id (18.9).
    ...(typeof spec.url === 'string' && { url: spec.url.trim() }),
    ...(spec.name === '' && { name: null }),
    ...(spec.description === '' && { description: null }),
    ...(typeof filter === 'string' && { push_events_branch_filter: filter.trim() === '' ? null : filter.trim() }),
    ...(isNull(spec.url_variables) && { url_variables: {} }),
    ...(isNull(spec.custom_headers) && { custom_headers: {} }),
  };
}

/** What the platform would answer with 422, or drop (hooks, 18.9). */
export function checkHook(spec: Partial<HookFields>) {
  return [
    ...noAddress(spec),
    ...unknownPlaceholders(spec),
    ...badNames('url_variables', spec.url_variables),
    ...badNames('custom_headers', spec.custom_headers),
    ...uselessFilter(spec),
  ];
}

/** A variable may stand for the beginning, which nobody sees here. */
function noAddress({ url }: Partial<HookFields>) {
  if (url === undefined || url.startsWith('{') || /^https?:\/\/[^/\s]/i.test(url)) return [];
  return [
    {
      field: 'url',
      message: `${url.includes('@') ? 'this' : `"${url}"`} is not the URL of a web server`,
      remedy: 'Write it with https://',
    },
  ];
}

function unknownPlaceholders({ url = '', url_variables: variables = {} }: Partial<HookFields>) {
  return placeholders(url)
    .filter((name) => !Object.hasOwn(variables, name))
    .map((name) => ({
      field: 'url',
      message: `The URL uses {${name}}, which is not among the hook's url_variables`,
      remedy: `Declare ${name} under url_variables`,
    }));
}

const NAME = /^[A-Za-z]+[0-9]*(?:[._-][A-Za-z0-9]+)*$/;
const MOST = 20;

function badNames(field: 'url_variables' | 'custom_headers', map: SecretMap = {}) {
  const names = Object.keys(map);
  const bad = names
    .filter((name) => !NAME.test(name))
    .map((name) => ({
      field,
      message: `"${name}" cannot be a name here`,
      remedy: 'Use letters, then digits, and single dots, dashes or underscores between groups of these',
    }));
  if (names.length <= MOST) return bad;
  return [...bad, { field, message: `A hook has at most ${MOST} of these`, remedy: `Remove ${names.length - MOST}` }];
}

function uselessFilter({ branch_filter_strategy: strategy, push_events_branch_filter: filter }: Partial<HookFields>) {
  if (strategy !== 'all_branches' || filter === undefined || filter === null) return [];
  return [
    {
      field: 'push_events_branch_filter',
      message: 'The platform drops the filter when the strategy is all_branches',
      remedy: 'Remove the filter, or choose the strategy wildcard or regex',
    },
  ];
}

/** In the YAML null clears a map. */
function isNull(value: unknown): boolean {
  return value === null;
}
