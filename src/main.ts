import { bugText } from './commands/bug.ts';
import { EXIT, type ExitStatus } from './commands/exit-status.ts';
import { lostOutputText } from './commands/lost-output.ts';
import { withdrawEnvironment } from './environment.ts';
import { version } from './version.ts';

/** What is neither the user's nor the wire's is a bug: it is said as such, with what a report of it needs. */
function exitStatusOf(error: unknown): number {
  // commander has said already what was wrong with the arguments; help and version end well.
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') return error.exitCode;
  console.error(bugText(error, Boolean(process.env['KEELSON_DEBUG'])));
  return EXIT.failed;
}

/** The version is told without loading what the commands need. */
async function run(args: readonly string[]): Promise<ExitStatus> {
  const [only = '', ...more] = args;
  if (more.length > 0 || !['--version', '-V'].includes(only)) return (await import('./program.ts')).runProgram(args);
  process.stdout.write(`${version}\n`);
  return EXIT.done;
}

/**
 * What becomes of a stream that cannot be written, be it closed or its disk full, stops nothing that is under way: an apply would leave
 * its lock behind. A result that is lost is an error all the same, but for a reader that has had enough (`keelson plan | head`).
 */
let isLost = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || isLost) return;
  isLost = true;
  process.exitCode = EXIT.failed;
  process.stderr.write(`${lostOutputText(error, process.argv)}\n`);
});
process.stderr.on('error', () => undefined);

withdrawEnvironment();
const status = await run(process.argv.slice(2)).catch(exitStatusOf);
process.exitCode = status === EXIT.done ? (process.exitCode ?? status) : status;
