/** The day so many days from now, in UTC: `YYYY-MM-DD`. What a test makes ends on such a day, since any other is over some time. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
