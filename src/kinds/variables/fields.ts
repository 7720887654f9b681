import type { Secret } from '../../base/secret.ts';
import type { PropertySchema } from '../../kind.ts';

/** A variable in the words of the YAML. A value that is live may be a secret whichever of the two fields declares it. */
export type VariableSpec = {
  readonly key: string;
  readonly value: Secret;
  readonly plain_value: string | Secret;
  readonly environment_scope: string | null;
  readonly variable_type: string;
  readonly protected: boolean;
  readonly masked: boolean;
  readonly hidden: boolean;
  readonly raw: boolean;
  readonly description: string | null;
};

/** For all environments: what a variable is for that says nothing else. */
export const EVERYWHERE = '*';

export const variableProperties = {
  key: {
    type: 'string',
    pattern: '^[A-Za-z0-9_]{1,255}$',
    'x-form': 'at most 255 letters, digits and `_`',
    description: 'The name that jobs know it by.',
  },
  value: {
    type: 'string',
    'x-secret': true,
    description: 'Its value, which is a secret: a reference to where that is.',
  },
  plain_value: {
    type: 'string',
    maxLength: 10_000,
    description: 'Its value where that is no secret: it stands here, and is shown.',
  },
  environment_scope: {
    type: ['string', 'null'],
    pattern: '^[\\w/${}.*-]([\\w/${}.* -]{0,253}[\\w/${}.*-])?$',
    'x-form': 'at most 255 letters, digits, spaces and any of `_ / $ { } . * -`, without a space at either end',
    // In a group on Free it is left as it is, and every variable is for all (POST /groups/:id/variables, 18.9).
    'x-group-tier': 'premium',
    description: 'The environments whose jobs get it, `*` for any text: `prod/*`. All of them where it is left out.',
  },
  variable_type: {
    type: 'string',
    enum: ['env_var', 'file'],
    description: 'Whether jobs find the value, or the path of a file that holds it.',
  },
  protected: { type: 'boolean', description: 'Whether only jobs on protected branches and tags get it.' },
  masked: { type: 'boolean', description: 'Whether job logs show stars in its place.' },
  hidden: {
    type: 'boolean',
    'x-since': '17.4',
    'x-immutable': true,
    description: 'Whether it is masked, and nobody can read its value again.',
  },
  raw: { type: 'boolean', description: 'Whether a `$` in it is no other variable.' },
  description: { type: ['string', 'null'], maxLength: 255, description: 'What it is for.' },
} as const satisfies { readonly [Name in keyof VariableSpec]: PropertySchema };
