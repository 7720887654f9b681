import type { DiagnosticCode } from '../../base/diagnostic-code.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { nearest } from '../../base/nearest.ts';
import type { JobFile, NoFile } from '../../engine/jobs/job-artifact.ts';
import { jobFileText } from './job-name.ts';

/** Why the plan of a job is not applied, and what to do about it. */
export function noFile(file: JobFile, why: NoFile): Diagnostic {
  const { project, ref, job, path } = file;
  switch (why.type) {
    case 'no-project':
      return none(
        file,
        `there is no project ${project}, or the user of the token does not see it`,
        'see that it is written as group/project, and make the user a member of the project, as Reporter at least',
      );
    case 'no-ref':
      return none(
        file,
        `${project} has neither a branch nor a tag ${ref}`,
        'name the branch or the tag, or the commit in full',
      );
    case 'merge-request':
      return open(
        file,
        'whoever may push a branch makes the pipeline of its merge request, and every word of the plan',
        'name the branch that it is merged to, whose pipeline makes a plan of its own',
      );
    case 'unprotected':
      return open(
        file,
        `${why.refs.join(', ')} of ${project} is not protected: whoever may push there makes every word of the plan`,
        'protect it, or name a branch or a tag that is protected; a plan that you have looked through yourself is applied as a file',
      );
    case 'several-refs':
      return none(
        file,
        `the commit has pipelines at several branches or tags: ${why.refs.join(', ')}`,
        'name the one of them in place of the commit',
      );
    case 'no-pipeline':
      return none(file, `there is no pipeline at ${ref} of ${project}`, 'start one, and look at its plan');
    case 'moved-on':
      return stale(
        file,
        `${ref} is at the commit ${why.head} by now, and the newest pipeline there is for ${why.last}`,
        'look at the plan of a pipeline for the newer commit, and apply that one',
      );
    case 'other-commit':
      return stale(
        file,
        `this run is for the commit ${why.own} (CI_COMMIT_SHA), and the newest pipeline at ${ref} is for ${why.pipeline.sha}`,
        'apply it in the pipeline of that commit',
      );
    case 'no-job': {
      const like = nearest(job, why.jobs);
      const meant = like === undefined ? '' : `; there is a job ${like}`;
      return none(
        file,
        `no pipeline at ${ref} for the commit ${why.pipeline.sha} has a job ${job} (the newest is ${why.pipeline.id})${meant}`,
        'see how the job is called; one of a child pipeline is not looked for',
      );
    }
    case 'not-succeeded':
      return none(
        file,
        `the job ${why.job} of the pipeline ${why.pipeline.id} has not succeeded: it is ${why.status}`,
        'wait until it has, or run it again and look at its plan',
      );
    case 'expired':
      return none(
        file,
        `the artifacts of the job ${why.job} have expired, on ${why.at}`,
        'run the job again and look at its plan',
      );
    case 'no-artifacts':
      return none(
        file,
        `the job ${why.job} has kept no artifacts`,
        `let it run keelson plan --out ${path}, and keep that with artifacts: paths`,
      );
    case 'no-file':
      return none(
        file,
        `there is no ${path} among the artifacts of the job ${why.job}`,
        'name the file that it keeps by --artifact',
      );
    case 'too-large':
      return none(
        file,
        `what the job ${why.job} has kept there is larger than 64 MiB`,
        'see that it is the plan; one that is so large is applied as a file',
      );
  }
}

/** Whether a refusal is that of what is there, rather than a failure to get it. */
export function isRefusal({ code }: Diagnostic): boolean {
  return code === 'job-plan-stale' || code === 'job-plan-open';
}

function none(file: JobFile, why: string, remedy: string): Diagnostic {
  return trouble('no-job-plan', `${jobFileText(file)} cannot be had: ${why}`, remedy);
}

function stale(file: JobFile, why: string, remedy: string): Diagnostic {
  return trouble('job-plan-stale', `${jobFileText(file)} is not applied: ${why}`, remedy);
}

function open(file: JobFile, why: string, remedy: string): Diagnostic {
  return trouble('job-plan-open', `${jobFileText(file)} is not applied: ${why}`, remedy);
}

function trouble(code: DiagnosticCode, message: string, remedy: string): Diagnostic {
  return { severity: 'error', code, message, remedy };
}
