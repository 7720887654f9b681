import { idOf, type SandboxClient } from '../sandbox/client.ts';
import type { CiJobRow } from '../../src/sandbox/ci/rows.ts';
import { commitChanges } from '../../src/sandbox/git/commit-changes.ts';
import { openRepository } from '../../src/sandbox/git/repository.ts';
import { textOf } from '../../src/sandbox/store/json.ts';

const PIPELINE = `plan: { script: keelson plan --out plan.json }
'plan: [eu]': { script: keelson plan --out plan.json }
`;

/** A project with pipelines, each of which has a job that makes a plan. */
export interface PlanProject {
  /** The address of the project. */
  readonly at: string;
  /** Commits a file, whose pipeline starts as on any push; gives the commit. */
  readonly push: (path: string, content: string, branch?: string) => Promise<string>;
  /** Commits an entry of a tree that the API does not make: a link or a submodule, by its mode. */
  readonly place: (path: string, mode: string) => void;
  /** The job of the newest pipeline of a commit becomes another one, as its runner makes it; gives its number. */
  readonly job: (sha: string, changes: Partial<Omit<CiJobRow, 'id'>>, name?: string) => number;
  /** The job has ended and kept files. */
  readonly kept: (sha: string, files: { readonly [path: string]: string }, name?: string) => number;
}

/** The project root/configuration, and its first commit. */
export async function planProject(gitlab: SandboxClient): Promise<PlanProject & { readonly first: string }> {
  const project = idOf(await gitlab.post('/projects', { name: 'configuration', initialize_with_readme: true }));
  const at = `/projects/${project}`;
  const { state } = gitlab.sandbox.platform;
  const push: PlanProject['push'] = async (path, content, branch = 'main') => {
    const actions = [{ action: 'create', file_path: path, content }];
    const body = { branch, commit_message: `Write ${path}`, actions };
    return textOf((await gitlab.post(`${at}/repository/commits`, body)).object['id']);
  };
  const place: PlanProject['place'] = (path, mode) => {
    const repository = openRepository(state, project);
    const author = { name: 'Root', email: 'root@example.com', seconds: 0 };
    const sha = repository.put({ type: 'blob', base64: Buffer.from('elsewhere.yaml').toString('base64') });
    const parents = [repository.ref('heads', 'main') ?? ''];
    const changes = [{ kind: 'place', path, file: { mode, sha } }] as const;
    commitChanges(state, project, { branch: 'main', parents, author, committer: author, message: path, changes });
  };
  const job: PlanProject['job'] = (sha, changes, name = 'plan') => {
    const pipeline = state.pipelinesOf(project).findLast((one) => one.sha === sha);
    const row = pipeline && state.ciJobsOf(pipeline.id).findLast((one) => one.name === name);
    if (row === undefined) throw new Error(`no job ${name} of ${sha}`);
    state.ciJobs.update(row, changes);
    return row.id;
  };
  const kept: PlanProject['kept'] = (sha, files, name) =>
    job(
      sha,
      {
        status: 'success',
        artifacts: Object.entries(files).map(([path, text]) => ({
          path,
          base64: Buffer.from(text).toString('base64'),
        })),
      },
      name,
    );
  return { at, push, place, job, kept, first: await push('.gitlab-ci.yml', PIPELINE) };
}
