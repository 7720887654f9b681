import { bugText } from './bug.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';

/** The exit status of a run, also of one that throws: what is neither the user's nor the wire's is a bug, and said to be one. */
export async function runToEnd(run: Promise<ExitStatus>): Promise<number> {
  return run.catch((error: unknown) => {
    // commander has said already what was wrong with the arguments; help and version end well.
    if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') return error.exitCode;
    process.stderr.write(`${bugText(error, Boolean(process.env['KEELSON_DEBUG']))}\n`);
    return EXIT.failed;
  });
}
