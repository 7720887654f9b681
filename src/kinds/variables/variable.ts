import { scopePath } from '../../address.ts';
import { Secret } from '../../base/secret.ts';
import { kind, pick, type CallContext } from '../../kind.ts';
import type { Call, LiveObject, Scope } from '../../model.ts';
import { flag, text } from '../live-value.ts';
import { EVERYWHERE, variableProperties, type VariableSpec } from './fields.ts';
import { checkVariable, unhidable, unmaskable } from './rules.ts';

type LiveVariable = LiveObject & { readonly key: string };

/** CI/CD variables: what jobs of the instance, of a group or of a project find in their environment. */
export const variables = kind<VariableSpec, LiveVariable>({
  section: 'variables',
  singular: 'variable',
  description:
    'CI/CD variables, which jobs find in their environment. One key may have several, each for other environments.',
  scopes: ['instance', 'group', 'project'],
  shape: { type: 'map', name: 'key', several: true },
  schema: {
    properties: variableProperties,
  },
  identity: {
    // A and a are two variables (POST …/variables, 18.9).
    names: 'exact',
    key: (spec) => variableKey(spec.key ?? '', spec.environment_scope),
    normal: (spec) => ({
      ...spec,
      ...(spec.environment_scope === EVERYWHERE && { environment_scope: null }),
      // What cannot be hidden in an earlier version is masked all the same.
      ...(spec.hidden === true && spec.masked === undefined && { masked: true }),
    }),
  },
  reads: {
    all: (scope) => [{ path: variablesPath(scope), pages: true }],
    // The value is not among them.
    retainedFields: ['key', 'environment_scope'],
  },
  decode(live) {
    const scope = text(live['environment_scope']);
    const environment = scope === EVERYWHERE ? null : scope;
    // Who may write variables may read them, but for the hidden ones, whose value is null for ever (GET …/variables, 18.9).
    const shown =
      typeof live['value'] === 'string'
        ? new Secret({ type: 'text', at: 'what GitLab shows' }, live['value'])
        : undefined;
    return {
      key: variableKey(live.key, environment),
      spec: {
        key: live.key,
        value: shown,
        plain_value: shown,
        environment_scope: environment,
        variable_type: text(live['variable_type']) ?? undefined,
        protected: flag(live['protected']),
        masked: flag(live['masked']),
        hidden: flag(live['hidden']),
        raw: flag(live['raw']),
        description: text(live['description']),
      },
    };
  },
  calls: {
    shown: { always: ['key', 'variable_type'] },
    create({ spec }, { scope, at }) {
      const { key, hidden: isHidden, masked: isMasked, environment_scope: environment } = spec;
      const body = {
        key: key ?? '',
        ...sentValue(spec, ['value', 'plain_value']),
        ...pick(spec, ['variable_type', 'protected', 'raw', 'description']),
        ...(typeof environment === 'string' && { environment_scope: environment }),
        ...(isHidden === true ? { masked_and_hidden: true } : isMasked !== undefined && { masked: isMasked }),
      };
      return [{ method: 'POST', path: variablesPath(scope, at), body }];
    },
    update(live, { names, entry: { spec } }, context) {
      const body = {
        ...sentValue(spec, names),
        ...pick(
          spec,
          [...names].filter((name) => !NEVER_CHANGED.has(name)),
        ),
      };
      return [{ method: 'PUT', ...one(live, context), body }];
    },
    remove: (live, context) => [{ method: 'DELETE', ...one(live, context) }],
  },
  rules: {
    check: checkVariable,
    checkNew: unhidable,
    checkSecrets: unmaskable,
  },
  history: {
    // The events of a group are recorded (18.9); those of a project and of the instance are guesses by them.
    events: {
      targets: ['Ci::GroupVariable', 'Ci::Variable', 'Ci::InstanceVariable'],
      made: events('created'),
      removed: events('deleted'),
      changed: (field) => (LOGGED.has(field) ? events('updated') : []),
      isOf: ({ change }, field) => change === LOGGED.get(field),
      isChange: (name) => events('updated').includes(name),
      // An event tells the key alone: in a group or a project it may be that of another environment. The instance has one of each.
      alike: { of: keyAlone, field: 'key', scopes: ['group', 'project'] },
    },
  },
});

/** The fields whose changes leave an event, and how it calls them: of a value it tells that it has changed (recorded on 18.9), the others are guesses. */
const LOGGED: ReadonlyMap<string, string> = new Map([
  ['value', 'value(hidden)'],
  ['plain_value', 'value(hidden)'],
  ['protected', 'variable protection'],
  ['masked', 'variable masking'],
]);

function events(what: 'created' | 'updated' | 'deleted'): readonly string[] {
  return ['ci_group_variable', 'ci_variable', 'ci_instance_variable'].map((name) => `${name}_${what}`);
}

/** What tells a variable apart, and the value, which goes by a name of its own; who is hidden stays so (PUT …/variables/:key, 18.9). */
const NEVER_CHANGED: ReadonlySet<string> = new Set(['key', 'environment_scope', 'hidden', 'value', 'plain_value']);

/** `KEY`, and `KEY (prod/*)` where it is not for all environments: a key has no blanks. */
function variableKey(key: string, environment: string | null | undefined): string {
  return (environment ?? EVERYWHERE) === EVERYWHERE ? key : `${key} (${environment ?? ''})`;
}

function keyAlone(key: string): string {
  return key.split(' ', 1)[0] ?? key;
}

/** Where the variables of a scope are, which is found by its path or, as calls do, by its number. */
function variablesPath(scope: Scope, at = scopePath(scope)): string {
  return scope.type === 'instance' ? '/admin/ci/variables' : `${at}/variables`;
}

/**
 * The address of one variable. Without the filter a group changes the oldest of the key, and all else is 409 where there are several
 * (…/variables/:key, 18.9).
 */
function one(live: LiveVariable, { scope, at }: CallContext): Pick<Call, 'path' | 'query'> {
  const path = `${variablesPath(scope, at)}/${encodeURIComponent(live.key)}`;
  if (scope.type === 'instance') return { path };
  return { path, query: { 'filter[environment_scope]': text(live['environment_scope']) ?? EVERYWHERE } };
}

/** The value, whichever of the two fields it stands in. */
function sentValue(spec: Partial<VariableSpec>, names: Iterable<string>): { readonly value?: string | Secret } {
  const given = new Set(names);
  const value = given.has('value') || given.has('plain_value') ? (spec.value ?? spec.plain_value) : undefined;
  return value === undefined ? {} : { value };
}
