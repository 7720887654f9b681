import { jobArtifact, type FoundFile, type JobFile, type OwnCommit } from '../../engine/jobs/job-artifact.ts';
import type { ConnectionOptions } from '../session/options.ts';
import { askRepository } from '../session/repository.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { openTerminal } from '../terminal/terminal.ts';
import { jobFileText } from './job-name.ts';
import { isRefusal, noFile } from './no-file.ts';

/** The text of the plan that a job has kept, which is told with its commit; how the run ends where it is not to be had. */
export async function planOfJob(
  file: JobFile,
  options: ConnectionOptions,
): Promise<{ readonly text: string } | { readonly status: ExitStatus }> {
  const asked = await askRepository(options, (client) => jobArtifact(client, file, ownCommit()));
  if (asked.type === 'ended') return asked;
  const terminal = openTerminal(options);
  const { result } = asked;
  if (result.type === 'found') {
    terminal.say(foundText(file, result));
    return { text: result.text };
  }
  const why = noFile(file, result);
  terminal.diagnose([why]);
  return { status: isRefusal(why) ? EXIT.refused : EXIT.failed };
}

function foundText(file: JobFile, { job, pipeline }: FoundFile): string {
  return `Took ${jobFileText(file)}: job ${job} of the pipeline ${pipeline.id}, for the commit ${pipeline.sha}.`;
}

/** The commit that this very run is for, where it is a job of a pipeline. */
function ownCommit(): OwnCommit | undefined {
  const { CI_COMMIT_SHA: sha = '', CI_PROJECT_ID: project = '' } = process.env;
  if (sha === '') return undefined;
  return { sha, project: /^\d+$/.test(project) ? Number(project) : undefined };
}
