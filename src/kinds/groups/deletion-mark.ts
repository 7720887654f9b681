/** The path or name of a group as it was before it was marked for its deletion, which frees them by a suffix (18.0). */
export function withoutDeletionMark(text: string, id: number): string {
  const suffix = `-deletion_scheduled-${id}`;
  return text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}

/** In every tier since 18.0; before, with Premium alone (deletion_adjourned_period of GET /application/settings; by the platform's documents). */
export const deletionWait = {
  setting: { section: 'settings', field: 'deletion_adjourned_period' },
  everywhereSince: '18.0',
  before: 'premium',
} as const;
