import { exists } from '../../src/sandbox/store/edition.ts';
import { mutationNames } from '../../src/sandbox/graphql/schema.ts';
import { allRoutes } from '../../src/sandbox/all-routes.ts';
import type { AnyRoute } from '../../src/sandbox/http/route.ts';
import { createRoutes } from '../../src/sandbox/http/router.ts';
import { identityEndpoints, projectEndpoints } from './listed-endpoints.ts';

const edition = { version: '18.9.0-ee', tier: 'ultimate' } as const;
const find = createRoutes(allRoutes, edition);

/** The route that answers a listed endpoint; undefined where the sandbox has none. */
export function routeOf(endpoint: string): AnyRoute | undefined {
  const [method = '', template = ''] = endpoint.split(' ');
  const found = find(method, sampleOf(template));
  if (found.kind !== 'route') return undefined;
  const own = found.route.path.split('/');
  // What follows `**` in a route is whatever the rest of the path says.
  const open = own.findIndex((part) => part.startsWith('**'));
  const fits = template
    .split('/')
    .every((part, at) => isParameter(part) || own[at] === part || part.includes('.:') || (open >= 0 && at >= open));
  return fits ? found.route : undefined;
}

/** A path as a caller would write it. */
function sampleOf(template: string): string {
  return template.replace('.:format', '.zip').replace(/(\*\*)?:\w+/g, '1');
}

function isParameter(part: string): boolean {
  return part.startsWith(':') || part.startsWith('**:');
}

/** The page about which endpoints the sandbox has, of those that the platform's documentation lists, and which beyond. */
export function coveragePage(): string {
  const listed = [...identityEndpoints, ...projectEndpoints];
  const covering = new Set(listed.map(routeOf));
  const beyond = byPlace(
    allRoutes
      .filter((route) => exists(edition, route) && !covering.has(route))
      .map(({ method, path }) => [method, path]),
  );
  return [
    '# What the sandbox covers',
    '',
    'Made from the routes of the sandbox by `test/platform/coverage.test.ts`; `npx vitest run test/platform -u` writes it anew.',
    '',
    `Endpoints of the platform's documentation that the sandbox has: **${count(listed)} of ${listed.length}**.`,
    '',
    ...section('Conventions, identity, groups and administration', identityEndpoints),
    ...section('Repositories, CI, merge requests, snippets, runners, imports, integrations', projectEndpoints),
    '## Beyond them',
    '',
    `${beyond.reduce((sum, [, verbs]) => sum + verbs.length, 0)} endpoints that the documentation shows elsewhere, or not at all.`,
    '',
    '| path | verbs |',
    '| --- | --- |',
    ...beyond.map(([path, verbs]) => `| \`${path}\` | ${verbs.join(' ')} |`),
    '',
    '## GraphQL',
    '',
    `\`POST /api/graphql\` knows the mutations ${mutationNames.map((name) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n');
}

function count(endpoints: readonly string[]): number {
  return endpoints.filter((endpoint) => routeOf(endpoint) !== undefined).length;
}

function section(title: string, endpoints: readonly string[]): readonly string[] {
  return [
    `## ${title}`,
    '',
    `${count(endpoints)} of ${endpoints.length}.`,
    '',
    '| endpoint | covered |',
    '| --- | --- |',
    ...endpoints.map(
      (endpoint) => `| \`${shown(endpoint)}\` | ${routeOf(endpoint) === undefined ? '**no**' : 'yes'} |`,
    ),
    '',
  ];
}

function shown(endpoint: string): string {
  return endpoint.replace('**:', '*');
}

/** The verbs of each path, in the order of the paths; the one route per integration stands as one path. */
function byPlace(routes: readonly (readonly [string, string])[]): readonly (readonly [string, readonly string[]])[] {
  const places = new Map<string, Set<string>>();
  for (const [method, path] of routes) {
    const place = path.replace(/\/(integrations|services)\/[a-z-]+$/, '/$1/<slug>');
    places.set(place, (places.get(place) ?? new Set()).add(method));
  }
  return [...places].map(([path, verbs]) => [path, [...verbs].sort()] as const).sort(([a], [b]) => a.localeCompare(b));
}
