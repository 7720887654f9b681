/** The trailers of a commit message, such as `Signed-off-by: …`, in order: the last paragraph, when all of it is such lines. */
export function trailersOf(message: string): readonly (readonly [name: string, value: string])[] {
  const paragraphs = message.trimEnd().split(/\n\s*\n/);
  const last = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '') : '';
  const lines = last.split('\n').filter((line) => line !== '');
  const found = lines.map((line) => /^([A-Za-z0-9-]+):\s+(.+)$/.exec(line));
  if (found.some((match) => match === null)) return [];
  return found.map((match) => [match?.[1] ?? '', (match?.[2] ?? '').trim()]);
}
