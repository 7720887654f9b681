import { normalize } from 'node:path';
import { NO_TILDE } from '../base/without-shell.ts';
import type { PropertySchema } from '../kind.ts';
import type { Attributes, Call, Scope, Value } from '../model.ts';
import { filesAmong, variablesAmong, type HandedOn, type Sinks } from '../sinks.ts';
import { variableProperties } from './variables/fields.ts';

/** The field of it; `made` says what is made with the token: "when it makes the runner". */
export function tokenTo(made: string): PropertySchema {
  return {
    anyOf: [SINK, { type: 'array', items: SINK, minItems: 1 }],
    'x-local': true,
    description: `Where the token goes that the platform shows once, when it makes ${made}: one place, or a list of them.`,
  };
}

/** The field of a secret that goes to variables alone. */
export function variablesFor(description: string): PropertySchema {
  const one: PropertySchema = {
    type: 'object',
    additionalProperties: false,
    properties: { variable: VARIABLE_SINK },
    required: ['variable'],
  };
  return { anyOf: [one, { type: 'array', items: one, minItems: 1 }], 'x-local': true, description };
}

/** A path as groups and projects have it. */
const PATH = { type: 'string', pattern: '^[^/\\s]+(/[^/\\s]+)*$' } as const;

const VARIABLE: PropertySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    group: { ...PATH, 'x-ref': 'groups', 'x-form': 'the full path of a group', description: 'The group that it is of' },
    project: {
      ...PATH,
      'x-ref': 'projects',
      'x-form': 'the full path of a project',
      description: 'The project that it is of',
    },
    key: { ...variableProperties.key, description: variableProperties.key.description },
    masked: {
      ...variableProperties.masked,
      description: 'Whether job logs show stars in its place, as where this is left out',
    },
    protected: variableProperties.protected,
    environment_scope: { ...variableProperties.environment_scope, type: 'string' },
  },
  required: ['key'],
  oneOf: [{ required: ['group'] }, { required: ['project'] }],
};

const VARIABLE_SINK: PropertySchema = {
  ...VARIABLE,
  description: 'A CI/CD variable of this instance that gets the secret',
};

const SINK: PropertySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    file: { type: 'string', minLength: 1, ...NO_TILDE, description: 'A file that the token is written to' },
    variable: VARIABLE_SINK,
  },
  oneOf: [{ required: ['file'] }, { required: ['variable'] }],
};

/** Access tokens, deploy tokens, and those of runners (18.9); an instance may give access tokens another prefix. */
const TOKEN = /^gl(pat|dt|rtr?)-/;

/** The variables that a token goes to: masked, unless that is said otherwise. */
export function handsTokenOn({ token_to: sinks }: { readonly token_to?: Sinks }): readonly HandedOn[] {
  return handsSecretOn('token_to', sinks, TOKEN);
}

/** The variables that the field `from` names for a secret of this form. */
export function handsSecretOn(from: string, sinks: Value | Sinks | undefined, form: RegExp): readonly HandedOn[] {
  return variablesAmong(sinks).flatMap(({ group, project, ...spec }): HandedOn[] => {
    const path = group ?? project;
    if (typeof path !== 'string' || typeof spec['key'] !== 'string') return [];
    const scope: Scope = { type: group === undefined ? 'project' : 'group', path };
    const masked = { masked: true, ...(spec as Attributes) };
    return [{ from, section: 'variables', scope, spec: masked, field: 'value', form }];
  });
}

/** The part of a call whose answer has the token in it. */
export function savesToken(sinks: Sinks | undefined): Pick<Call, 'saveSecretTo'> {
  if (sinks === undefined) return {};
  // What is named twice is written once.
  const files = new Set(filesAmong(sinks).map((file) => normalize(file)));
  return { saveSecretTo: { field: 'token', files: [...files] } };
}
