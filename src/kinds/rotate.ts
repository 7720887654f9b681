import { daysIn, SPAN } from '../base/span.ts';
import type { Fault, PropertySchema } from '../kind.ts';

/** How a token is made anew in time: how long before its end, and how long the new one is good for. */
export type Rotate = { readonly before: string; readonly lifetime: string };

/** The field of it; `made` is what is made anew: "the access token". */
export function rotate(made: string): PropertySchema {
  return {
    type: 'object',
    properties: {
      before: span('How long before its end it is made anew.'),
      lifetime: span('For how long a new one is good, from the day of the plan on; within what the instance allows.'),
    },
    required: ['before', 'lifetime'],
    'x-local': true,
    'x-renews': 'expires_at',
    description: `Makes ${made} anew before it ends, in place of \`expires_at\`: the new one is kept where \`token_to\` says, and only then the old one goes.`,
  };
}

/** A rule by which whatever it makes would be due again at once. */
export function noSuchRotation({ rotate: rule }: { readonly rotate?: Rotate }): readonly Fault[] {
  const { before = '', lifetime = '' } = rule ?? {};
  const [ahead, whole] = [daysIn(before), daysIn(lifetime)];
  if (ahead === undefined || whole === undefined || ahead < whole) return [];
  return [
    {
      field: 'rotate.before',
      message: `\`before\` (${before}) is not shorter than \`lifetime\` (${lifetime}), so that every new one would be due at once`,
      remedy: 'Write a shorter `before`, or a longer `lifetime`',
    },
  ];
}

/** Two ways to say when it ends, of which no schema says that they exclude each other where neither is needed. */
export function bothEnds(spec: { readonly rotate?: Rotate; readonly expires_at?: string | null }): readonly Fault[] {
  if (spec.rotate === undefined || spec.expires_at === undefined) return [];
  return [{ field: 'expires_at', message: '`expires_at` and `rotate` exclude each other', remedy: 'Keep one of them' }];
}

function span(description: string): PropertySchema {
  return { type: 'string', pattern: SPAN.pattern, 'x-form': SPAN.form, description };
}
