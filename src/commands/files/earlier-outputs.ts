import { existsSync, readFileSync } from 'node:fs';
import { specialFile } from '../../base/special-file.ts';
import { removeEarlierPlan } from './earlier-plan.ts';
import { reportsOf } from './pipeline-reports.ts';
import { writeOutput } from './write-output.ts';

const COMMANDS: ReadonlySet<string> = new Set(['validate', 'plan', 'apply', 'drift', 'show', 'merge']);

/**
 * Empties the reports of an earlier run, and removes its plan, that a command line names which is wrong in another option, so that nobody
 * takes them for those of this run. Gives the names of what it has emptied or removed.
 */
export function withoutEarlierOutputs(args: readonly string[]): readonly string[] {
  const [command = ''] = args;
  if (!COMMANDS.has(command)) return [];
  const named = (flag: string): string | undefined => valueOf(args, flag);
  const [junit, codeQuality, sarif] = ['--junit', '--code-quality', '--sarif'].map(named);
  const terraformReport = named('--terraform-report');
  const reports = reportsOf({
    ...(junit !== undefined && { junit }),
    ...(codeQuality !== undefined && { codeQuality }),
    ...(sarif !== undefined && { sarif }),
    ...(terraformReport !== undefined && { terraformReport }),
  });
  const emptied = reports.flatMap(({ file, what, replaces }) => {
    if (!existsSync(file) || specialFile(file) !== undefined || !replaces?.(readFileSync(file, 'utf8'))) return [];
    writeOutput(file, what, '');
    return [file];
  });
  const out = command === 'plan' ? named('--out') : undefined;
  return out !== undefined && removeEarlierPlan(out) ? [...emptied, out] : emptied;
}

/** What is given to a flag, as `--flag value` or `--flag=value`; the last one counts. */
function valueOf(args: readonly string[], flag: string): string | undefined {
  const given = args.flatMap((arg, at) => {
    if (arg.startsWith(`${flag}=`)) return [arg.slice(flag.length + 1)];
    const next = args[at + 1];
    return arg === flag && next !== undefined && !next.startsWith('-') ? [next] : [];
  });
  return given.at(-1);
}
