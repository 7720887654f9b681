import { EXIT, type ExitStatus } from './commands/terminal/exit-status.ts';
import { lostOutputText } from './commands/terminal/lost-output.ts';
import { runToEnd } from './commands/terminal/run-to-end.ts';
import { writeWhole } from './commands/terminal/whole-writes.ts';
import { withdrawEnvironment } from './environment.ts';
import { version } from './version.ts';

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
writeWhole(process.stdout, 1);

withdrawEnvironment();
const status = await runToEnd(run(process.argv.slice(2)));
// What a run has given up, such as a request that nobody answers, is not waited for: all that it had to say is written.
if (status === EXIT.interrupted) process.exit(status);
process.exitCode = status === EXIT.done ? (process.exitCode ?? status) : status;
