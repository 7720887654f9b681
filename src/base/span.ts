/** How a span of days or weeks is written: `14d`, `2w`. */
export const SPAN = { pattern: '^[1-9]\\d{0,3}[dw]$', form: 'a number of days or weeks, such as 14d or 2w' } as const;

/** How many days a span has; undefined for what is none. */
export function daysIn(span: string): number | undefined {
  if (!new RegExp(SPAN.pattern).test(span)) return undefined;
  return Number.parseInt(span, 10) * (span.endsWith('w') ? 7 : 1);
}
