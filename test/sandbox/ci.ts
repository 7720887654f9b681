import { cast } from './cast.ts';
import type { Cast } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';
import type { CiJobRow, PipelineRow } from '../../src/sandbox/ci/rows.ts';
import { erasePipeline } from '../../src/sandbox/background/erase.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';

/** A project with a repository, and people at each level of its group. */
export interface Workshop extends Cast {
  readonly gl: SandboxClient;
  readonly project: number;
  /** The address of the project. */
  readonly at: string;
  /** Commits a file on a branch and returns the commit; a branch that is new begins at main. Pipelines start as on any push. */
  readonly push: (path: string, content: string, branch?: string) => Promise<string>;
  /** The same without the pipelines, as `git push -o ci.skip` does it. */
  readonly write: (path: string, content: string, branch?: string) => Promise<string>;
  /** Changes a pipeline as a loaded state could. */
  readonly setPipeline: (id: number, changes: Partial<Omit<PipelineRow, 'id'>>) => void;
  /** Changes a job as a loaded state could. */
  readonly setJob: (id: number, changes: Partial<Omit<CiJobRow, 'id'>>) => void;
}

/** Two stages: a build, then a test and a deployment by hand. */
export const twoStages = `
stages: [build, test]
compile: { stage: build, script: make, tags: [linux, amd64] }
unit: { stage: test, script: make test }
deploy: { stage: test, script: make deploy, when: manual }
`;

/** Makes a private project with a first commit. */
export async function workshop(options: SandboxOptions = {}): Promise<Workshop> {
  const gl = await sandbox(options);
  const crew = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: crew.group, visibility: 'private' }));
  const { state } = gl.sandbox.platform;
  const push = async (path: string, content: string, branch = 'main'): Promise<string> => {
    const known = state.gitRefByName(`${project} heads ${branch}`) !== undefined;
    const there =
      known && (await gl.get(`/projects/${project}/repository/files/${encodeURIComponent(path)}?ref=${branch}`));
    const action = there !== false && there.status === 200 ? 'update' : 'create';
    const start = known || branch === 'main' ? {} : { start_branch: 'main' };
    const body = { branch, ...start, commit_message: `Write ${path}`, actions: [{ action, file_path: path, content }] };
    const made = await gl.post(`/projects/${project}/repository/commits`, body);
    if (made.status !== 201) throw new Error(`cannot write ${path}: ${JSON.stringify(made.body)}`);
    return textOf(made.object['id']);
  };
  const write: Workshop['write'] = async (...file) => {
    const sha = await push(...file);
    for (const pipeline of state.pipelines.all().filter((one) => one.sha === sha)) erasePipeline(state, pipeline);
    return sha;
  };
  await write('README.md', '# API\n');
  return {
    gl,
    ...crew,
    project,
    at: `/projects/${project}`,
    push,
    write,
    setPipeline: (id, changes) => {
      const row = state.pipelines.get(id);
      if (row !== undefined) state.pipelines.update(row, changes);
    },
    setJob: (id, changes) => {
      const row = state.ciJobs.get(id);
      if (row !== undefined) state.ciJobs.update(row, changes);
    },
  };
}
