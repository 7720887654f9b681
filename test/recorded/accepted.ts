import { isJsonObject, type Json, type JsonObject } from '../../src/sandbox/store/json.ts';
import { bareOf, exchangesOf, type Exchange } from './exchange.ts';

/** What a request that a real GitLab 18.9 took would be in a configuration: an entry of a section, and its attributes. */
export interface Accepted {
  readonly section: string;
  /** The keys under which the entry stands in a document. */
  readonly at: readonly string[];
  readonly attributes: JsonObject;
  /** What has to be declared beside them. */
  readonly beside: JsonObject;
}

/** The recordings in which single attributes were swept. */
export const SWEEPS = ['settings', 'settings-booleans', 'plan-limits', 'hooks', 'integrations', 'groups'] as const;

/** The places in which the entries of the sweeps are declared: a group, one below it, and a project. */
export const GROUP = 'sweep';
export const SUBGROUP = 'other/sub';
export const PROJECT = 'other/sweep';

/** Everything that a sweep's POST and PUT requests set and that was answered with 200 or 201, in their order, nothing twice. */
export function acceptedIn(recording: string): readonly Accepted[] {
  const below = new Set<string>();
  const found = new Map<string, Accepted>();
  for (const exchange of exchangesOf(recording)) {
    if (![200, 201].includes(exchange.status) || exchange.as !== undefined) continue;
    noteSubgroup(exchange, below);
    const accepted = declared(exchange, below);
    if (accepted !== undefined) found.set(JSON.stringify(accepted), accepted);
  }
  return [...found.values()];
}

function noteSubgroup({ method, path, answer }: Exchange, below: Set<string>): void {
  if (method !== 'POST' || bareOf(path) !== '/groups' || answer.kept !== 'whole' || !isJsonObject(answer.json)) return;
  if (answer.json['parent_id'] !== null) below.add(JSON.stringify(answer.json['id']));
}

function declared({ method, path, body }: Exchange, below: ReadonlySet<string>): Accepted | undefined {
  if (!['POST', 'PUT'].includes(method) || !isJsonObject(body)) return undefined;
  const [, place = '', id = '', section = '', slug = ''] = bareOf(path).split('/');
  if (path === '/application/settings')
    return { section: 'settings', at: ['instance', 'settings'], attributes: body, beside: {} };
  if (path === '/application/plan_limits') {
    const { plan_name: plan, ...attributes } = body;
    return {
      section: 'plan_limits',
      at: ['instance', 'plan_limits', typeof plan === 'string' ? plan : 'default'],
      attributes,
      beside: {},
    };
  }
  const scope = place === 'projects' ? PROJECT : below.has(id) ? SUBGROUP : GROUP;
  if (place === 'groups' && section === '' && id !== '')
    return { section: 'groups', at: ['groups', scope], attributes: body, beside: {} };
  if (place === 'hooks') return hook('system_hooks', ['instance', 'system_hooks'], body);
  if (section === 'hooks') return hook('hooks', [place, scope, 'hooks'], body);
  if (section === 'integrations')
    return { section, at: [place, scope, 'integrations', slug], attributes: body, beside: {} };
  return undefined;
}

/** A hook's name is its key, and it cannot be without a URL. Headers and variables are maps in a configuration. */
function hook(section: string, at: readonly string[], body: JsonObject): Accepted {
  const { name = 'sweep', ...rest } = body;
  const attributes = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asMap(value ?? null)]));
  const beside = 'url' in attributes ? {} : { url: 'https://h.example.com/a' };
  return { section, at: [...at, typeof name === 'string' ? name : 'sweep'], attributes, beside };
}

function asMap(value: Json): Json {
  if (!Array.isArray(value)) return value;
  const pairs = value.filter((pair) => isJsonObject(pair));
  return Object.fromEntries(pairs.map(({ key, value: text }) => [typeof key === 'string' ? key : '', text ?? null]));
}
