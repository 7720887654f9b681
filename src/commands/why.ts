import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { whoChanged } from '../engine/drift/who-changed.ts';
import { kindsByName, type Kinds } from '../engine/kinds.ts';
import { liveAt } from '../engine/observe/live-at.ts';
import { askedFor, isInDeclared, targetOf, watchingFor, type Asked } from '../engine/why/asked.ts';
import { isUndeclaredHost, undeclaredHost } from '../engine/why/undeclared-host.ts';
import { unknownAddress, unknownField } from '../engine/why/unknown-address.ts';
import type { Answer } from '../engine/why/answer.ts';
import { why, type Ground } from '../engine/why/why.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Desired, Touch } from '../model.ts';
import type { Origins } from '../origin.ts';
import { whyJson } from '../report/why-json.ts';
import { whyText } from '../report/why-text.ts';
import { trafficOf } from './files/writable.ts';
import { makePlan } from './planning/make-plan.ts';
import { readConfiguration } from './session/configuration.ts';
import type { Connection } from './session/connect.ts';
import { statusWithoutPlan } from './session/forecasting.ts';
import type { PlanningOptions } from './session/options.ts';
import { withConnection } from './session/session.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { interruptible } from './terminal/interrupt.ts';
import { openTerminal, type Terminal } from './terminal/terminal.ts';

/** What `why` can be told: what it is about says its address. */
export type WhyOptions = Omit<PlanningOptions, 'target' | 'resend'>;

/** What is asked, and the configuration that it is asked of. */
interface Question {
  readonly given: string;
  readonly asked: Asked;
  readonly desired: Desired;
  readonly origins: Origins;
  readonly kinds: Kinds;
}

/** Answers for one thing, or one field of it, what is wanted and why, what is live, and what a plan would do about it. */
export async function whyCommand(given: string, path: string | undefined, options: WhyOptions): Promise<ExitStatus> {
  const terminal = openTerminal(options);
  const read = readConfiguration(path, terminal, { ...options, asked: trafficOf(options) });
  if (read === undefined) return EXIT.failed;
  const kinds = kindsByName(allKinds);
  const asked = askedFor(given, read.desired, kinds);
  const unknown = asked === undefined || !isInDeclared(asked, read.desired, kinds);
  const trouble = unknown ? unknownAddress(given, read.desired, kinds) : unknownField(asked);
  if (unknown || trouble !== undefined) {
    terminal.diagnose(trouble === undefined ? [] : [trouble]);
    return EXIT.failed;
  }
  const question = { given, asked, desired: watchingFor(asked, read.desired), origins: read.origins(), kinds };
  return withConnection(options, (connection, opened) => answered(question, connection, options, opened));
}

async function answered(
  question: Question,
  connection: Connection,
  options: WhyOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { given, asked, desired, kinds } = question;
  const ground = await interruptible(() => groundOf(question, connection, options, terminal));
  if (!('plan' in ground)) {
    terminal.diagnose(ground);
    return statusWithoutPlan(ground);
  }
  const { plan, world } = ground;
  const answer = why(asked, ground);
  if (answer === undefined) {
    terminal.progress.end();
    terminal.diagnose([...plan.diagnostics, unknownAddress(given, desired, kinds, world.sections)]);
    return EXIT.failed;
  }
  const touch = await interruptible(() => touchOf(answer, connection, kinds));
  terminal.progress.end();
  const { paint, columns } = terminal;
  terminal.result(
    options.json ? whyJson(answer, plan, touch) : whyText(answer, plan, touch, { paint, columns, kinds }),
  );
  return hasErrors(plan.diagnostics) ? EXIT.failed : EXIT.done;
}

/** Looks at what is asked for alone, and at what that needs. */
async function groundOf(
  { asked, desired, origins, kinds }: Question,
  connection: Connection,
  options: WhyOptions,
  terminal: Terminal,
): Promise<Ground | readonly Diagnostic[]> {
  const origin = origins(asked.scope, asked.kind.section, asked.key);
  const { client, instance } = connection;
  if (isUndeclaredHost(asked, desired)) {
    const live = await liveAt(asked.key, asked.kind, instance, client);
    return { kinds, desired, origin, ...undeclaredHost(asked, desired, live, instance, kinds) };
  }
  const purpose = { ...options, target: [targetOf(asked)], resend: [], explains: true, mayLackSecrets: true } as const;
  const made = await makePlan(desired, connection, purpose, new Set(), terminal);
  if (!('plan' in made)) return made;
  return made.ground === undefined ? [] : { kinds, desired, origin, plan: made.plan, ...made.ground };
}

/** Who made it differ, as `drift` tells it; of what does not, who touched it last. */
async function touchOf(
  { address, live, change, differs, field }: Answer,
  { client }: Connection,
  kinds: Kinds,
): Promise<Touch | undefined> {
  if (live.state === 'unknown') return undefined;
  const fields = field === undefined ? undefined : [field.split('.')[0] ?? field];
  const isStanding = live.state === 'there' && !(differs && field === undefined);
  const found = await whoChanged(
    isStanding
      ? { changes: [], unmanaged: [], standing: [{ address, id: live.id, ...(fields && { fields }) }] }
      : { changes: change === undefined ? [] : [change], unmanaged: [] },
    client,
    kinds,
  );
  return found.get(address);
}
