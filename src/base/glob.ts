/**
 * A test for slash-separated names: `*` stands for anything but a slash, `**` for anything, and every other character,
 * brackets included, for itself. `a/**` is what lies below `a`, not `a` itself. Case does not matter, as in GitLab's paths.
 */
export function glob(pattern: string): (name: string) => boolean {
  const source = pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^/]*'),
    )
    .join('.*');
  const expression = new RegExp(`^${source}$`, 'i');
  return (name) => expression.test(name);
}
