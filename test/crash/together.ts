import { along } from './along.ts';
import type { Case } from './cases.ts';
import type { Stage } from './stage.ts';
import { trial, untroubled, type Reference } from './trial.ts';

/** How many requests come to grief in one run; of more, some would fall on what another one has added. */
const IN_ONE_RUN = 6;

/** The cases in groups whose requests lie far apart. A stall is waited for, with a shorter patience, so that those are for themselves. */
export function grouped(cases: readonly Case[]): (readonly Case[])[] {
  const stalls = cases.filter(isStall);
  const others = cases.filter((one) => !isStall(one));
  return [...apart(others), ...apart(stalls)];
}

function isStall({ mishap }: Case): boolean {
  return mishap.startsWith('stall');
}

function apart(cases: readonly Case[]): (readonly Case[])[] {
  const groups = Math.ceil(cases.length / IN_ONE_RUN);
  return Array.from({ length: groups }, (_, group) => cases.filter((__, index) => index % groups === group));
}

/**
 * Lets several requests of one run come to grief, and says what is not as it should be. A run that takes them all and ends well shows that
 * each of them costs nothing. One that does not end well is mended by the next, which could hide what a single case leads to: its cases are
 * played in halves, and in the end alone. So are those that did not strike.
 */
export async function trialTogether(stage: Stage, reference: Reference, cases: readonly Case[]): Promise<string[]> {
  const [one, ...others] = cases;
  if (one === undefined) return [];
  if (others.length === 0) return alone(stage, reference, one);
  const struck = new Set<Case>();
  const wrong = await untroubled(stage, reference, along(reference.requests, cases, struck), isStall(one));
  if (wrong?.length === 0 && struck.size > 0) {
    return trialTogether(
      stage,
      reference,
      cases.filter((each) => !struck.has(each)),
    );
  }
  const half = Math.ceil(cases.length / 2);
  const found = [
    ...(await trialTogether(stage, reference, cases.slice(0, half))),
    ...(await trialTogether(stage, reference, cases.slice(half))),
  ];
  return found.length > 0 || wrong === undefined ? found : wrong.map((line) => `only together: ${line}`);
}

async function alone(stage: Stage, reference: Reference, { request, mishap }: Case): Promise<string[]> {
  const { method = '', url = '' } = reference.requests[request] ?? {};
  const wrong = await trial(stage, reference, request, mishap, 1);
  return wrong.map((line) => `${mishap} at request ${request}, ${method} ${url}: ${line}`);
}
