import type { TooManyReads } from '../../api/limits/bounded-reads.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { counted } from '../../report/counted.ts';
import type { Connection } from './connect.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import type { PlanningOptions } from './options.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** From so many requests on, it is worth a word how many there will be. */
const WORTH_A_WORD = 100;
const REFUSED = 'too-many-requests';
const REMEDY = 'raise --max-requests, declare less, or share the work with --shard';

/** What helps a command that looks at more than is declared, and has no parts. */
export const REMEDY_OF_REVIEW = "raise --max-requests, or name fewer groups: --target 'group[platform]**'";

/** Says how much it will take to look at the instance, before it is done; and why not to, where it is more than the user permits. */
export function forecasting(
  { maxRequests, verbose = false }: PlanningOptions,
  { permittedPerMinute, counts }: Connection,
  terminal: Pick<Terminal, 'say' | 'progress'>,
  remedy = REMEDY,
): (requests: number) => Diagnostic | undefined {
  // Who it is and which version it has are known by now, and count as well.
  const made = counts.reads;
  return (look) => {
    const requests = made + look;
    const perMinute = permittedPerMinute();
    terminal.progress.expects(requests);
    if (requests >= WORTH_A_WORD || verbose) terminal.say(`${forecastText(requests, perMinute)}.`);
    if (maxRequests === undefined || requests <= maxRequests) return undefined;
    return {
      severity: 'error',
      code: REFUSED,
      message: `${forecastText(requests, perMinute)}, and --max-requests permits ${maxRequests}`,
      remedy,
    };
  };
}

/** What was not forecast, since it showed on the way alone: pages of what nobody declares, and users who are looked up. */
export function tookTooMany({ permitted }: TooManyReads, remedy = REMEDY): Diagnostic {
  return {
    severity: 'error',
    code: REFUSED,
    message: `Looking at the instance takes more than the ${counted(permitted, 'request')} that --max-requests permits, and was given up there`,
    remedy,
  };
}

function forecastText(requests: number, perMinute: number | undefined): string {
  const text = `Looking at the instance takes about ${counted(requests, 'request')}`;
  if (perMinute === undefined) return text;
  const minutes = Math.max(1, Math.ceil(requests / perMinute));
  return `${text}, ${counted(minutes, 'minute')} at the ${perMinute} a minute that GitLab permits`;
}

/** The exit status where there is no plan: a plan that would cost too much is refused, and everything else has failed. */
export function statusWithoutPlan(diagnostics: readonly Diagnostic[]): ExitStatus {
  return diagnostics.some(({ code }) => code === REFUSED) ? EXIT.refused : EXIT.failed;
}
