import type { Plan } from '../../model.ts';
import { counted } from '../../report/counted.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { ask, interruptible } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CarryOutOptions } from './carry-out-options.ts';

/** Why not to go on, as an exit status; undefined where the user has agreed. */
export async function approved(
  plan: Plan,
  terminal: Terminal,
  options: CarryOutOptions,
  beside: string,
): Promise<ExitStatus | undefined> {
  if (options.autoApprove) return undefined;
  if (!terminal.canAsk) {
    terminal.diagnose([
      {
        severity: 'error',
        code: 'not-approved',
        message: 'nobody can be asked here whether to apply this plan',
        remedy: 'give --auto-approve once the plan has been looked at',
      },
    ]);
    return EXIT.failed;
  }
  const text = `Apply ${counted(plan.changes.length, 'change')} to ${plan.target.url}${beside}? [y/N] `;
  const answer = await interruptible(() => ask(text, process.stdin, process.stderr));
  if (/^y(es)?$/i.test(answer.trim())) return undefined;
  terminal.say('Not applied.');
  return EXIT.refused;
}
