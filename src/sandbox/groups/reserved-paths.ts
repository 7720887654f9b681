/**
 * Paths at the top that routes of the platform itself use (TOP_LEVEL_ROUTES of lib/gitlab/path_regex.rb and the documentation on
 * reserved names, 18.9). Guess: that `files`, which the documentation alone still has, is among them.
 */
const atTheTop = new Set([
  ...['-', '.well-known', '404.html', '422.html', '500.html', '502.html', '503.html', 'admin', 'api'],
  ...['apple-touch-icon.png', 'assets', 'dashboard', 'deploy.html', 'explore', 'favicon.ico', 'favicon.png', 'files'],
  ...['groups', 'health_check', 'help', 'import', 'jwt', 'login', 'oauth', 'profile', 'projects', 'public'],
  ...['robots.txt', 's', 'search', 'sitemap', 'sitemap.xml', 'sitemap.xml.gz', 'slash-command-logo.png', 'snippets'],
  ...['unsubscribes', 'uploads', 'users', 'v2'],
]);

/** Paths below a group that routes of projects use; those with a slash are no paths (PROJECT_WILDCARD_ROUTES, GROUP_ROUTES, 18.9). */
const belowGroups = new Set([
  ...['-', 'badges', 'blame', 'blob', 'builds', 'commits', 'create', 'create_dir', 'edit', 'files', 'find_file', 'new'],
  ...['preview', 'raw', 'refs', 'tree', 'update', 'wikis'],
]);

/** Whether the platform keeps a path at the root for itself: that of a group, or a username. */
export function isReservedAtTop(path: string): boolean {
  return atTheTop.has(path.toLowerCase());
}

/** Whether the platform keeps a path below a group for itself: that of a subgroup, or a project. */
export function isReservedBelow(path: string): boolean {
  return belowGroups.has(path.toLowerCase());
}
