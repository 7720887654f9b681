import type { Diagnostic } from '../../base/diagnostic.ts';
import { Secret } from '../../base/secret.ts';
import type { Kind, PropertySchema } from '../../kind.ts';
import type { Attributes, Declared, Scope } from '../../model.ts';
import { finder } from '../annotated.ts';
import { oneOf } from '../schema/suggestion.ts';
import { isSecretSchema } from '../secrets.ts';
import { noun } from '../schema/words.ts';

/** What rules may ask about the world outside of the configuration. */
export interface Surroundings {
  readonly env: { readonly [name: string]: string | undefined };
  readonly isFile: (path: string) => boolean;
  /** Whether nothing stands in a file, or a line break alone. */
  readonly isEmpty: (path: string) => boolean;
  /** The value of a secret, where it is at hand. */
  readonly textOf: (secret: Secret) => string | undefined;
  /** Whether nothing was wrong with an entry so far: half an entry would only be told off for the other half. */
  readonly whole: (entry: Declared) => boolean;
}

/** What is to be said about one entry. */
export type EntryRule = (entry: Declared, scope: Scope) => readonly Diagnostic[];

/** A rule for the entries of one kind; undefined where it can find nothing in them. */
type Rule = (kind: Kind, surroundings: Surroundings) => EntryRule | undefined;

/** All rules for the entries of one kind, as one. */
export function entryRules(kind: Kind, surroundings: Surroundings): EntryRule {
  const all = rules.flatMap((rule) => rule(kind, surroundings) ?? []);
  const ofAnyPart = partRules.flatMap((rule) => rule(kind, surroundings) ?? []);
  return (entry, scope) => {
    const found: Diagnostic[] = [];
    for (const rule of surroundings.whole(entry) ? all : ofAnyPart) found.push(...rule(entry, scope));
    return found;
  };
}

const isComplete: Rule = (kind) => {
  const { required = [], oneOf: exactlyOne, anyOf: atLeastOne } = kind.schema;
  if (required.length === 0 && exactlyOne === undefined && atLeastOne === undefined) return undefined;
  const choices = [exactlyOne, atLeastOne].flatMap((forms) => (forms === undefined ? [] : [forms]));
  return (entry) => {
    if (entry.state === 'absent') return [];
    const missing = required.filter((name) => entry.spec[name] === undefined);
    const lacks = missing.map((name) => missingField(kind, entry, `\`${name}\``, `Add \`${name}\``));
    const none = choices.flatMap((forms) => {
      if (forms.some((form) => isGiven(form.required, entry.spec))) return [];
      const names = forms.map((form) => form.required.join('` and `'));
      return [missingField(kind, entry, oneOf(names), `Add ${oneOf(names)}`)];
    });
    return [...lacks, ...none, ...tooMany(kind, entry)];
  };
};

function tooMany(kind: Kind, entry: Declared): readonly Diagnostic[] {
  const given = (kind.schema.oneOf ?? []).filter((form) => isGiven(form.required, entry.spec));
  const second = given[1]?.required[0];
  if (second === undefined) return [];
  const names = given.map((form) => `\`${form.required.join('` and `')}\``).join(' and ');
  const place = entry.place(second);
  return [
    {
      severity: 'error',
      code: 'not-allowed',
      message: `${names} exclude each other`,
      place,
      remedy: 'Keep one of them',
    },
  ];
}

function isGiven(names: readonly string[], spec: Attributes): boolean {
  return names.every((name) => spec[name] !== undefined);
}

function missingField(kind: Kind, entry: Declared, what: string, remedy: string): Diagnostic {
  const name = kind.shape.type === 'single' ? `\`${kind.section}\`` : `The ${noun(kind)} \`${entry.key}\``;
  const message = `${name} lacks ${what}`;
  return { severity: 'error', code: 'missing-field', message, place: entry.place(), remedy };
}

const fitsItsKind: Rule = (kind) => {
  if (kind.rules?.check === undefined) return undefined;
  return (entry, scope) => {
    if (entry.state === 'absent') return [];
    const problems = (kind.rules?.check?.(entry.spec, scope) ?? []).filter(({ whenSent }) => whenSent !== true);
    return problems.map(({ field, message, remedy }) => {
      const place = entry.place(...(field === '' ? [] : field.split('.')));
      return { severity: 'error', code: 'invalid', message, place, remedy };
    });
  };
};

const fitsItsSecrets: Rule = (kind, { textOf }) => {
  if (kind.rules?.checkSecrets === undefined) return undefined;
  return (entry) => {
    if (entry.state === 'absent') return [];
    const problems = kind.rules?.checkSecrets?.(entry.spec, textOf) ?? [];
    return problems.map(({ field, message, remedy }) => {
      const place = entry.place(...field.split('.'));
      return { severity: 'error', code: 'invalid', message, place, remedy };
    });
  };
};

const hasWhatItRequires: Rule = (kind) => {
  const demanding = Object.entries(kind.schema.properties).flatMap(([name, schema]) => {
    const others = schema['x-requires'];
    return others === undefined ? [] : [{ name, others }];
  });
  if (demanding.length === 0) return undefined;
  return (entry) =>
    demanding.flatMap(({ name, others }) => {
      const value = entry.spec[name];
      if (entry.state === 'absent' || value === undefined || value === null || value === false) return [];
      const missing = others.filter((other) => entry.spec[other] === undefined);
      if (missing.length === 0) return [];
      const names = missing.map((other) => `\`${other}\``).join(', ');
      const message = `\`${name}\` has no effect without ${names}`;
      return [
        {
          severity: 'warning',
          code: 'requires',
          message,
          place: entry.place(name),
          remedy: `Declare ${names} as well`,
        },
      ];
    });
};

const isNotDeprecated: Rule = (kind) => {
  const find = finder(kind, isDeprecated);
  if (find === undefined) return undefined;
  return (entry) =>
    find(entry.spec).map(({ path, schema }) => {
      const instead = schema['x-replacement'];
      const remedy = instead === undefined ? 'Remove it' : `Write \`${instead}\` instead`;
      const message = `\`${path.join('.')}\` is deprecated`;
      return { severity: 'warning', code: 'deprecated', message, place: entry.place(...path), remedy };
    });
};

const hasItsSecrets: Rule = (kind, surroundings) => {
  const find = finder(kind, isSecretSchema);
  if (find === undefined) return undefined;
  return (entry) => {
    if (entry.state === 'absent') return [];
    return find(entry.spec).flatMap(({ path, value }) => {
      const problem = value instanceof Secret ? unset(value, surroundings) : undefined;
      return problem === undefined
        ? []
        : [{ severity: 'warning', code: 'unset-secret', ...problem, place: entry.place(...path) }];
    });
  };
};

type Unset = Pick<Diagnostic, 'message' | 'remedy'>;

function unset({ source }: Secret, { env, isFile, isEmpty }: Surroundings): Unset | undefined {
  switch (source.type) {
    case 'env': {
      const value = env[source.name];
      if (value === undefined)
        return { message: `The environment variable \`${source.name}\` is not set`, remedy: FILL_IN };
      return value === ''
        ? { message: `The environment variable \`${source.name}\` is empty`, remedy: FILL_IN_OR_SAY_SO }
        : undefined;
    }
    case 'file':
      if (!isFile(source.path)) return { message: `There is no file \`${source.path}\``, remedy: FILL_IN };
      return isEmpty(source.path)
        ? { message: `The file \`${source.path}\` is empty`, remedy: FILL_IN_OR_SAY_SO }
        : undefined;
    case 'text':
      return undefined;
  }
}

/** The same for all, so that a report tells them together: a pipeline that only plans has none of them. */
const FILL_IN = 'Put the secret there before the configuration is applied';

/** An empty variable of a pipeline is mostly one that was forgotten. */
const FILL_IN_OR_SAY_SO = `${FILL_IN}; what is to be empty is written \`""\`, and listed under \`allow_plain_secrets\``;

/** What can be said of any part of an entry. */
const partRules: readonly Rule[] = [isNotDeprecated, hasItsSecrets];

const rules: readonly Rule[] = [isComplete, fitsItsKind, fitsItsSecrets, hasWhatItRequires, ...partRules];

function isDeprecated(schema: PropertySchema): boolean {
  return schema.deprecated === true;
}
