import { stringify } from 'yaml';
import type { RequestContext } from '../http/request-context.ts';
import { canRunBuilds } from './access.ts';
import { lintConfig } from './config.ts';
import type { LintedJob } from './config.ts';
import { canReadCode } from '../repository/code-access.ts';
import { defaultBranchOf } from '../repository/default-branch.ts';
import { findProject } from '../access/find.ts';
import { commitAt, repositoryOf } from '../repository/find-commit.ts';
import { filesOf } from '../git/tree-files.ts';
import type { JsonObject } from '../store/json.ts';
import { contextOf } from './pipeline-creation.ts';
import { forbidden, notFound, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

interface Asked {
  readonly content: string | undefined;
  readonly dryRun: boolean;
  readonly jobs: boolean;
  /** The branch or tag that a dry run is for. */
  readonly ref: string;
}

const noPower = 'Insufficient permissions to create a new pipeline';

/** What a configuration is good for, by itself, or for a push to a branch (lib/gitlab/ci/lint.rb, 18.9). */
function lint(context: RequestContext, project: ProjectRow, { content, dryRun, jobs, ref }: Asked): Reply {
  if (dryRun && !canRunBuilds(context, project)) return result({ errors: [noPower], jobs: jobs ? [] : undefined });
  if (content === undefined || content.trim() === '') {
    return result({ errors: ['Please provide content of .gitlab-ci.yml'], jobs: jobs ? [] : undefined });
  }
  const repository = repositoryOf(context, project);
  const sha = repository.ref('heads', ref) ?? repository.ref('tags', ref);
  if (dryRun && sha === undefined) return result({ errors: ['Reference not found'], jobs: jobs ? [] : undefined });
  const files = filesOf(repository, repository.commit(sha ?? '')?.tree);
  const tag = repository.ref('heads', ref) === undefined && sha !== undefined;
  const push = { branch: ref, ref, tag, sha: sha ?? '', source: 'push', variables: [], mergeRequestId: null } as const;
  const configContext = dryRun ? contextOf(context, project, { ...push, broken: 'refused' }, files) : undefined;
  const linted = lintConfig(content, configContext);
  return result({
    errors: linted.errors,
    merged: linted.merged === undefined ? content : stringify(linted.merged, { directives: true }),
    jobs: jobs ? linted.jobs.map((job) => jobEntity(job, dryRun)) : undefined,
  });
}

interface Result {
  readonly errors: readonly string[];
  /** The configuration that was looked at; without one nothing is told of what it includes either. */
  readonly merged?: string;
  readonly jobs: readonly JsonObject[] | undefined;
}

function result({ errors, merged, jobs }: Result): Reply {
  return ok({
    valid: errors.length === 0,
    errors,
    warnings: [],
    merged_yaml: merged ?? null,
    includes: merged === undefined ? null : [],
    ...(jobs === undefined ? {} : { jobs }),
  });
}

/** A job; by itself with what it asks of refs, in a dry run without. */
function jobEntity({ planned, job }: LintedJob, dryRun: boolean): JsonObject {
  const lines = (name: string) => [job[name] ?? []].flat();
  const environment = job['environment'] ?? null;
  return {
    name: planned.name,
    stage: planned.stage,
    before_script: lines('before_script'),
    script: lines('script'),
    after_script: lines('after_script'),
    tag_list: planned.tags,
    ...(dryRun ? {} : { only: job['only'] ?? { refs: ['branches', 'tags'] }, except: job['except'] ?? null }),
    environment,
    when: planned.when,
    allow_failure: planned.allowFailure,
    ...(dryRun ? {} : { needs: job['needs'] ?? null }),
  };
}

const flags = { dry_run: { type: 'boolean' }, include_jobs: { type: 'boolean' } } as const;
const text = { type: 'string' } as const;

export const ciLintRoutes = [
  // GET /projects/:id/ci/lint: what stands in the repository; 404 while it is empty (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/ci/lint',
    anonymous: true,
    params: { ...flags, sha: text, content_ref: text, ref: text, dry_run_ref: text },
    rules: [{ exclusive: ['sha', 'content_ref'] }, { exclusive: ['ref', 'dry_run_ref'] }],
    access: (context, args) => {
      const project = findProject(context, args.id);
      return canReadCode(context, project) ? project : refuse(forbidden());
    },
    handle: ({ context, args, subject: project }) => {
      const repository = repositoryOf(context, project);
      if (repository.empty()) return notFound('Repository');
      const branch = defaultBranchOf(context.platform.state, project);
      const commit = commitAt(context, project, args.content_ref ?? args.sha ?? branch) ?? refuse(notFound('Commit'));
      const file = filesOf(repository, commit.commit.tree).get('.gitlab-ci.yml');
      return lint(context, project, {
        content: file === undefined ? undefined : repository.blob(file.sha)?.toString('utf8'),
        dryRun: args.dry_run === true,
        jobs: args.include_jobs === true,
        ref: args.dry_run_ref ?? args.ref ?? branch,
      });
    },
  }),
  // POST /projects/:id/ci/lint: what was sent, for those who may start pipelines; 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/ci/lint',
    params: { ...flags, content: { type: 'string', required: true }, ref: text },
    access: (context, args) => {
      const project = findProject(context, args.id);
      return canRunBuilds(context, project) ? project : refuse(forbidden());
    },
    handle: ({ context, args, subject: project }) =>
      lint(context, project, {
        content: args.content,
        dryRun: args.dry_run === true,
        jobs: args.include_jobs === true,
        ref: args.ref ?? defaultBranchOf(context.platform.state, project),
      }),
  }),
];
