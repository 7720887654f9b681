import { groupPath, topOf, type Size } from '../estate.ts';
import { membersNode, membersText } from '../wire.ts';
import { listen } from './listen.ts';
import type { Seen } from './process.ts';

/** An estate of members alone, which is made up as it is asked for, so that the server needs no memory for it. */
export async function generatedServer(size: Size): Promise<{ seen(): Seen; forget(): void }> {
  let requests = 0;
  const indexOf = new Map(Array.from({ length: size.groups }, (_, index) => [groupPath(index), index]));
  const answerTo = (
    path: string,
    page: number,
    asked: URLSearchParams,
  ): { readonly body: string; readonly pages?: number } => {
    if (path === '/api/graphql') return { body: graphqlText(size, asked) };
    if (path === '/metadata') return { body: '{"version":"18.9.0-ee","enterprise":true}' };
    if (path === '/user') return { body: '{"id":1,"username":"root","is_admin":true}' };
    if (path === '/groups') return { body: groupsText(size, page), pages: Math.ceil(size.groups / 100) };
    const [, , group = ''] = path.split('/');
    return { body: membersText(size, indexOf.get(decodeURIComponent(group)) ?? 0), pages: 1 };
  };
  const url = await listen((request, response) => {
    request.resume();
    requests++;
    const target = new URL(request.url ?? '/', 'http://here');
    const page = Number(target.searchParams.get('page') ?? '1');
    const { body, pages } = answerTo(target.pathname.replace(/^\/api\/v4/, ''), page, target.searchParams);
    const more =
      pages === undefined
        ? {}
        : { 'x-total-pages': String(pages), 'x-next-page': page < pages ? String(page + 1) : '' };
    response.writeHead(200, { 'content-type': 'application/json', ...more }).end(body);
  });
  const seen = (): Seen => ({ url, requests, refused: 0, writes: 0, first: 0, last: 0, together: 0 });
  return {
    seen,
    forget() {
      requests = 0;
    },
  };
}

/** The members of the groups that a query names by their ids; the other query asks for roles, of which there are none. */
function graphqlText(size: Size, asked: URLSearchParams): string {
  const { ids } = JSON.parse(asked.get('variables') ?? '{}') as { readonly ids?: readonly string[] };
  if (ids === undefined) return '{"data":{"memberRoles":{"nodes":[],"pageInfo":{"hasNextPage":false}}}}';
  const nodes = ids.map((id) => membersNode(size, Number(id.split('/').at(-1)) - 1));
  return `{"data":{"scopes":{"nodes":[${nodes.join()}]}}}`;
}

function groupsText({ groups }: Size, page: number): string {
  const rows: object[] = [];
  for (let index = (page - 1) * 100; index < Math.min(groups, page * 100); index++) {
    const [path, top] = [groupPath(index), topOf(index)];
    const parent_id = top === index ? null : top + 1;
    rows.push({ id: index + 1, full_path: path, name: path, parent_id, visibility: 'private' });
  }
  return JSON.stringify(rows);
}
