import type { Fault } from '../kind.ts';

/** What a username looks like (POST /users, 18.9). */
const FORM = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const ENDS_BADLY = /(\.|\.git|\.atom)$/;

/** Names that routes of the platform use, or its own users (its documentation on reserved names; `admin is a reserved name`, POST /users, 18.9). */
const KEPT: ReadonlySet<string> = new Set([
  ...['.well-known', '404.html', '422.html', '500.html', '502.html', '503.html', 'admin', 'api', 'assets'],
  ...['apple-touch-icon.png', 'dashboard', 'deploy.html', 'explore', 'favicon.ico', 'favicon.png', 'files'],
  ...['groups', 'health_check', 'help', 'import', 'jwt', 'login', 'oauth', 'profile', 'projects', 'public'],
  ...['robots.txt', 's', 'search', 'sitemap', 'sitemap.xml', 'sitemap.xml.gz', 'slash-command-logo.png'],
  ...['snippets', 'unsubscribes', 'uploads', 'users', 'v2', 'ghost'],
]);

/** Why nobody can be called so. */
export function unusableUsername(username: string | undefined): readonly Fault[] {
  const because = username === undefined ? undefined : trouble(username);
  if (because === undefined) return [];
  const message = `Nobody can be called \`${username ?? ''}\`: ${because}`;
  return [{ field: 'username', message, remedy: 'Choose another username' }];
}

function trouble(username: string): string | undefined {
  if (!FORM.test(username))
    return 'it takes letters without accents, digits, `_`, `-` and `.`, and begins with none of the last two';
  if (ENDS_BADLY.test(username)) return 'it may not end in `.`, `.git` or `.atom`';
  return KEPT.has(username.toLowerCase()) ? 'the platform keeps it for itself' : undefined;
}
