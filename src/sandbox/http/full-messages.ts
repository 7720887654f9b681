/** What a model finds wrong: texts by field. */
export type ModelErrors = Readonly<Record<string, readonly string[]>>;

/** The errors as sentences, "Access level is not included in the list"; those of `base` stand alone. */
export function fullMessages(errors: ModelErrors): readonly string[] {
  return Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => (field === 'base' ? text : `${label(field)} ${text}`)),
  );
}

/** "a", "a and b", "a, b, and c". */
export function toSentence(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  if (texts.length < 3) return texts.join(' and ');
  return `${texts.slice(0, -1).join(', ')}, and ${last}`;
}

/** `member_role_id` is told as "Member role". */
function label(field: string): string {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
