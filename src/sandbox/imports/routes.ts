import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { repositoryName, requireToken } from './code-hosts.ts';
import { importedProject, importStatus } from './entity.ts';
import { readableProject } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import { created, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { State } from '../store/state.ts';
import { urlProblem } from '../hooks/urls.ts';
import { importProject, mayImport, targetOf } from './creation.ts';
import type { Imported } from './creation.ts';

const strategies = ['optimistic', 'pessimistic'] as const;

/** Refusals of GitHub imports: `{"errors": "…"}`. */
const errors = (status: number, text: string): Reply => ({ status, body: { errors: text } });

/** Refusals of Bitbucket imports: `{"message": {"error": "…"}}`. */
const failure = (status: number, error: string): Reply => ({ status, body: { message: { error } } });

function answer(context: RequestContext, imported: Imported, refused: (status: number, text: string) => Reply): Reply {
  if (imported.kind === 'refused') return refused(imported.status, imported.text);
  return created(importedProject(context, imported.project));
}

/** Whether an import may ask an address, by the same rules as a hook of a project. */
function isReachable(state: State, url: string): boolean {
  return urlProblem(url, 'project', state.settings) === undefined;
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? '';
}

export const importRoutes = [
  // POST /import/github: into a namespace that exists (18.9).
  route({
    method: 'POST',
    path: '/import/github',
    params: {
      personal_access_token: { type: 'string', required: true },
      repo_id: { type: 'integer', required: true },
      target_namespace: { type: 'string', required: true, filled: true },
      new_name: { type: 'string' },
      github_hostname: { type: 'string' },
      optional_stages: { type: 'hash' },
      timeout_strategy: { type: 'string', values: strategies },
      pagination_limit: { type: 'integer', range: [1, 100] },
    },
    access: actor,
    handle: ({ context, args, subject: user }) => {
      const { state } = context.platform;
      const host = args.github_hostname;
      if (host != null && !isReachable(state, host)) return errors(400, `Invalid URL: ${host}`);
      if (requireToken(state, 'github', args.personal_access_token) === 'unauthorized') {
        return { status: 401, body: { error: 'Access denied to your GitHub account.' } };
      }
      const target = targetOf(context, user, args.target_namespace);
      if (target === undefined) return errors(422, 'Namespace or group to import repository into does not exist.');
      if (!mayImport(context, target)) return errors(422, 'You are not allowed to import projects in this namespace.');
      const source = repositoryName(state, 'github', args.repo_id);
      const name = textOf(args.new_name) || lastPart(source);
      return answer(context, importProject(context, user, target, { type: 'github', name, source }), errors);
    },
  }),
  // POST /import/bitbucket_server: into the caller's namespace unless another is named (18.9).
  route({
    method: 'POST',
    path: '/import/bitbucket_server',
    params: {
      bitbucket_server_url: { type: 'string', required: true },
      bitbucket_server_username: { type: 'string', required: true },
      personal_access_token: { type: 'string', required: true },
      bitbucket_server_project: { type: 'string', required: true },
      bitbucket_server_repo: { type: 'string', required: true },
      new_name: { type: 'string' },
      new_namespace: { type: 'string' },
      target_namespace: { type: 'string' },
      timeout_strategy: { type: 'string', values: strategies },
    },
    access: actor,
    handle: ({ context, args, subject: user }) => {
      const { state } = context.platform;
      const url = args.bitbucket_server_url;
      if (!isReachable(state, url)) return failure(400, `Invalid URL: ${url}`);
      const wanted = textOf(args.target_namespace) || textOf(args.new_namespace) || user.username;
      const target = targetOf(context, user, wanted) ?? { kind: 'own' };
      if (!mayImport(context, target)) return failure(401, "You don't have permissions to import this project");
      if (requireToken(state, 'bitbucket_server', args.personal_access_token) === 'unauthorized') {
        return failure(400, 'Import failed due to a BitBucket Server error: 401 Unauthorized');
      }
      const source = `${args.bitbucket_server_project}/${args.bitbucket_server_repo}`;
      const name = textOf(args.new_name) || args.bitbucket_server_repo;
      return answer(context, importProject(context, user, target, { type: 'bitbucket_server', name, source }), failure);
    },
  }),
  // POST /import/bitbucket: by app password, or by email and token (18.9).
  route({
    method: 'POST',
    path: '/import/bitbucket',
    since: '17.0',
    params: {
      bitbucket_username: { type: 'string' },
      bitbucket_app_password: { type: 'string' },
      bitbucket_email: { type: 'string' },
      bitbucket_api_token: { type: 'string' },
      repo_path: { type: 'string', required: true },
      target_namespace: { type: 'string', required: true },
      new_name: { type: 'string' },
    },
    rules: [
      { allOrNone: ['bitbucket_username', 'bitbucket_app_password'] },
      { allOrNone: ['bitbucket_email', 'bitbucket_api_token'] },
      { atLeastOne: ['bitbucket_username', 'bitbucket_email'] },
    ],
    access: actor,
    handle: ({ context, args, subject: user }) => {
      const { state } = context.platform;
      const target = targetOf(context, user, args.target_namespace) ?? { kind: 'own' };
      if (!mayImport(context, target)) return failure(401, "You don't have permissions to import this project");
      const secret = textOf(args.bitbucket_api_token ?? args.bitbucket_app_password);
      if (requireToken(state, 'bitbucket', secret) === 'unauthorized') {
        return failure(401, 'Unable to authorize with Bitbucket. Check your credentials');
      }
      // In the path of a repository three underscores stand for a slash.
      const source = args.repo_path.replaceAll('___', '/');
      const name = textOf(args.new_name) || lastPart(source);
      return answer(context, importProject(context, user, target, { type: 'bitbucket', name, source }), failure);
    },
  }),
  // GET /projects/:id/import: also of a project that was not imported (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/import',
    access: readableProject,
    handle: ({ context, subject }) => ok(importStatus(context, subject)),
  }),
];
