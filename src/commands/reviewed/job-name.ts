import { InvalidArgumentError } from 'commander';
import type { JobFile } from '../../engine/jobs/job-artifact.ts';

/** The job that a flag names, of a pipeline at a ref of a project. */
export type JobName = Omit<JobFile, 'path'>;

/** Where a job keeps its plan, unless it is told. */
const PLAN_PATH = 'plan.json';

/** The job that a flag names; its own name may have colons, those of a project and a ref have none. Throws what commander tells. */
export function jobName(text: string): JobName {
  const [, project, ref, job] = /^(\d+|[\w.-]+(?:\/[\w.-]+)+):([^\s:~^?*[\\]+):(\S(?:.*\S)?)$/.exec(text) ?? [];
  if (project === undefined || ref === undefined || job === undefined || /(^|\/)\.+(\/|$)|\.\./.test(ref))
    throw new InvalidArgumentError(
      'It is not written as group/project:ref:job; in a pipeline that is "$CI_PROJECT_PATH:$CI_COMMIT_REF_NAME:plan".',
    );
  return { project, ref, job };
}

/** The path of a file among the artifacts of a job. Throws what commander tells. */
export function artifactPath(text: string): string {
  if (text === '' || text.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new InvalidArgumentError('It is no path of a file among artifacts, such as out/plan.json.');
  return text;
}

/** The file that is meant. */
export function jobFile(job: JobName, path: string | undefined): JobFile {
  return { ...job, path: path ?? PLAN_PATH };
}

/** The same as it is told. */
export function jobFileText({ project, ref, job, path }: JobFile): string {
  return `${path} of the job ${project}:${ref}:${job}`;
}
