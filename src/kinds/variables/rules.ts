import type { Secret } from '../../base/secret.ts';
import type { Fault } from '../../kind.ts';
import type { Scope } from '../../model.ts';
import type { VariableSpec } from './fields.ts';

/** What is wrong with a variable beyond its schema. */
export function checkVariable(spec: Partial<VariableSpec>, scope: Scope): readonly Fault[] {
  return [...valueFaults(spec), ...visibilityFaults(spec), ...instanceFaults(spec, scope)];
}

function valueFaults({ value, plain_value: plain }: Partial<VariableSpec>): readonly Fault[] {
  if (value === undefined && plain === undefined)
    return [
      {
        field: '',
        message: 'A variable needs a value',
        remedy: 'Write `value: { env: NAME }` or `value: { file: path }`, or `plain_value` for one that is no secret',
        missing: ['value'],
        whenMade: true,
      },
    ];
  if (value === undefined || plain === undefined) return [];
  const message = '`value` and `plain_value` exclude each other';
  return [
    {
      field: 'plain_value',
      message,
      remedy: 'Keep `value` for a secret, and `plain_value` for what everybody may read',
    },
  ];
}

function visibilityFaults({
  masked: isMasked,
  hidden: isHidden,
  plain_value: plain,
}: Partial<VariableSpec>): readonly Fault[] {
  const contradiction = isHidden === true && isMasked === false;
  const isOpen = (isHidden === true || isMasked === true) && plain !== undefined;
  return [
    ...(contradiction
      ? [
          {
            field: 'masked',
            message: 'A hidden variable is masked',
            remedy: 'Remove `masked: false`, or `hidden: true`',
          },
        ]
      : []),
    ...(isOpen
      ? [
          {
            field: 'plain_value',
            message: 'The value of a masked variable is a secret, and does not belong into the configuration',
            remedy: 'Write `value: { env: NAME }` or `value: { file: path }`, or let it be unmasked',
          },
        ]
      : []),
  ];
}

/** What is hidden is masked, and stays both (400, PUT …/variables/:key, 18.9: `The visibility setting cannot be changed`). */
export function unhidable(
  { masked: isMasked, hidden: isHidden }: Partial<VariableSpec>,
  before: Partial<VariableSpec> | undefined,
): readonly Fault[] {
  // Said to be no longer hidden, it is made anew.
  if (before?.hidden !== true || isMasked !== false || isHidden === false) return [];
  return [
    {
      field: 'masked',
      message: 'The variable is hidden, and stays masked with that',
      remedy: 'Remove `masked: false`; or say `hidden: false` beside it, with which the variable is made anew',
    },
  ];
}

/** The variables of the instance are for all environments, and never hidden (POST /admin/ci/variables, 18.9). */
function instanceFaults(spec: Partial<VariableSpec>, scope: Scope): readonly Fault[] {
  if (scope.type !== 'instance') return [];
  const found = [
    ...((spec.environment_scope ?? null) === null ? [] : ['environment_scope']),
    ...(spec.hidden === undefined ? [] : ['hidden']),
  ];
  return found.map((field) => ({
    field,
    message: `A variable of the instance has no \`${field}\``,
    remedy: `Remove ${field}, or declare the variable in a group or a project`,
  }));
}

/** What a masked value may be: where it is expanded, of these characters alone (POST …/variables, 18.9: `value` `is invalid`). */
const MASKABLE = { expanded: /^[A-Za-z0-9_+=/@:.~-]{8,}$/, raw: /^\S{8,}$/ };

/** What is wrong with a value that is to be masked, as far as it is at hand. */
export function unmaskable(
  { value, masked: isMasked, hidden: isHidden, raw: isRaw }: Partial<VariableSpec>,
  textOf: (secret: Secret) => string | undefined,
): readonly Fault[] {
  const sent = value === undefined || !(isMasked || isHidden) ? undefined : textOf(value);
  if (sent === undefined || MASKABLE[isRaw ? 'raw' : 'expanded'].test(sent)) return [];
  const remedy = 'Give it a value that can be masked, or let it be unmasked';
  if (!MASKABLE.raw.test(sent))
    return [
      { field: 'value', message: 'A masked value has at least 8 characters, in one line and without blanks', remedy },
    ];
  const message = 'A masked value that is not `raw` has letters, digits and _ + = / @ : . ~ - alone';
  return [{ field: 'value', message, remedy: `Add \`raw: true\` if a $ in it is no other variable. ${remedy}` }];
}
