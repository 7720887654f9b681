import { EXIT, type ExitStatus } from './commands/exit-status.ts';
import { withdrawEnvironment } from './environment.ts';
import { version } from './version.ts';

/** What is neither the user's nor the wire's is a bug: it is said as such, with what a report of it needs. */
function exitStatusOf(error: unknown): number {
  // commander has said already what was wrong with the arguments; help and version end well.
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') return error.exitCode;
  console.error(`keelson: this is a bug in Keelson: ${error instanceof Error ? error.message : String(error)}`);
  if (process.env['KEELSON_DEBUG'] && error instanceof Error) console.error(error.stack);
  else console.error('Run it again with KEELSON_DEBUG=1, and report what it prints.');
  return EXIT.failed;
}

/** The version is told without loading what the commands need. */
async function run(args: readonly string[]): Promise<ExitStatus> {
  const [only = '', ...more] = args;
  if (more.length > 0 || !['--version', '-V'].includes(only)) return (await import('./program.ts')).runProgram(args);
  process.stdout.write(`${version}\n`);
  return EXIT.done;
}

// A reader that has had enough (`keelson plan | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

withdrawEnvironment();
process.exitCode = await run(process.argv.slice(2)).catch(exitStatusOf);
