/**
 * The class of endpoint that a request belongs to: `GET /groups/:`, `DELETE /groups/:/members/:`. The platform limits some of them
 * apart from the others (its application limits, 18.9), so that a refusal of one says nothing about another.
 */
export function endpointClass(method: string, path: string): string {
  const end = path.indexOf('?');
  const segments = (end < 0 ? path : path.slice(0, end)).replace(/^\/api\/v4\//, '').split('/');
  return `${method} ${segments.map((segment, index) => (index % 2 === 0 ? `/${segment}` : '/:')).join('')}`;
}
