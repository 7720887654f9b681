/** A test whether a text says one of these values again: as it is, or as JSON, a URL or base64 write it. */
export function saysAgain(values: readonly string[]): (text: string) => boolean {
  const forms = values.filter((value) => value !== '').flatMap(formsOf);
  return (text) => forms.some((form) => text.includes(form));
}

function formsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  return [value, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(value), ...inBase64(value)];
}

/**
 * By itself a value is written in one way, and in the middle of a longer text in one of three: its first and last letters depend on what is
 * beside it then. Each in the two alphabets that there are. What is shorter may stand there by chance.
 */
function inBase64(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const within = [0, 1, 2]
    .map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(4, -4),
    )
    .filter((form) => form.length > 8);
  return [...(alone.length >= 8 ? [alone] : []), ...within].flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}
