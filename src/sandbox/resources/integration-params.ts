import type { IntegrationKind, IntegrationParam } from '../integration-catalogue.ts';
import type { Json } from '../json.ts';
import type { Param, Params } from '../params.ts';
import type { Bag } from '../rows.ts';

/** The parameters of PUT …/integrations/<slug>: the required ones on every call, secrets included (18.9). */
export function integrationParams(kind: IntegrationKind): Params {
  const declared = kind.parameters.map((param): [string, Param] => [param.name, paramOf(param)]);
  const flags = kind.event_flags.map((name): [string, Param] => [name, { type: 'boolean' }]);
  return { ...Object.fromEntries([...declared, ...flags]), use_inherited_settings: { type: 'boolean' } };
}

/** Every parameter unread: who asks is told before what is asked. */
export function unreadIntegrationParams(kind: IntegrationKind): Params {
  return Object.fromEntries(Object.keys(integrationParams(kind)).map((name) => [name, { type: 'json' }] as const));
}

function paramOf(param: IntegrationParam): Param {
  const required = param.required ? ({ required: true } as const) : {};
  if (param.altTypes !== undefined) return { type: 'json', ...required };
  switch (param.type) {
    case 'boolean':
      return { type: 'boolean', ...required };
    case 'integer':
      return { type: 'integer', ...required };
    case 'array<string>':
      return { type: 'strings', ...required };
    default:
      return { type: 'string', ...required };
  }
}

/** The values of a first save: the catalogue's defaults, and failures alone where pipelines are told of (18.9). */
export function initialProperties(kind: IntegrationKind): Bag {
  const defaults = kind.parameters.flatMap((param): [string, Json][] => {
    if (param.default !== undefined) return [[param.name, param.default]];
    return param.name === 'notify_only_broken_pipelines' ? [[param.name, true]] : [];
  });
  return Object.fromEntries(defaults);
}

/**
 * The properties as they become: what is left out stays, and a changed address takes away every secret that was
 * not sent with it.
 */
export function mergedProperties(kind: IntegrationKind, before: Bag, sent: Bag): Bag {
  const moved = kind.parameters.some(
    (param) => param.resetsSecrets === true && changes(before[param.name], sent[param.name]),
  );
  const lost = kind.parameters.filter((param) => moved && param.secret && sent[param.name] === undefined);
  return { ...before, ...Object.fromEntries(lost.map((param) => [param.name, null])), ...sent };
}

function changes(before: Json | undefined, sent: Json | undefined): boolean {
  return sent !== undefined && before !== undefined && before !== sent;
}
