import type { Plan } from '../model.ts';
import { visible } from './visible.ts';

/** How sentences say which part of the repository a plan is for; all but `is` are empty where it is for the whole. */
export interface ComparedPart {
  /** `https://gitlab.example.com is`, or `what --target group[a] fits is on https://gitlab.example.com`. */
  readonly is: string;
  readonly that: string;
  /** At the end of a headline. */
  readonly only: string;
  /** At the end of a sum of differences. */
  readonly beside: string;
  /** At the end of a sentence that there are none. */
  readonly alone: string;
}

/** The words for what was compared: a plan for a part must not speak for all of it. */
export function comparedPart({ target, targets = [], shard }: Plan): ComparedPart {
  const url = visible(target.url);
  const named = targets.map((one) => `--target ${visible(one)}`).join(' or ');
  const fits = named === '' ? [] : [`${named} fits`];
  const falls = shard === undefined ? [] : [`falls to shard ${shard.index} of ${shard.of}`];
  const part = [...fits, ...falls].join(' and ');
  if (part === '') return { is: `${url} is`, that: '', only: '', beside: '', alone: '' };
  return {
    is: `what ${part} is on ${url}`,
    that: ` that ${part}`,
    only: `: only what ${part}`,
    beside: `; nothing was compared but what ${part}`,
    alone: '; nothing else was compared',
  };
}
