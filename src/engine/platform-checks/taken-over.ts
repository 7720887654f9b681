import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { FormerHolder } from './holders-of-names.ts';
import type { Naming } from './namings.ts';

/** A name that somebody has by now whom it may not mean. */
export interface TakenOver {
  readonly naming: Naming;
  /** The number of the account that has the name by now. */
  readonly has: unknown;
  /** Who had it before. */
  readonly who: FormerHolder;
  /** Whether it says who is meant to declare the one before by the new name. */
  readonly helps: boolean;
  /** Who had the name and is to be removed, where the plan leaves whoever has it by now. */
  readonly removed: string | undefined;
}

/** Says that a name is another one's by now, and how to write who is meant. */
export function takenOver(told: TakenOver, people: Kind): Diagnostic {
  const { naming, has, who, removed } = told;
  const { address, name, place, beside } = naming;
  const isLeft = beside !== undefined;
  const { now } = who;
  const since = now === undefined ? 'is gone' : `is called ${now}`;
  const loss = removed === undefined ? '' : `; ${removed} would be removed, and whoever has the name be kept`;
  return {
    severity: isLeft && removed === undefined ? 'warning' : 'error',
    code: 'name-taken-over',
    message: `${address} ${isLeft ? 'is' : 'would be'} about another user than before: ${name} is the one with the id ${String(has)} by now, and the one with the id ${String(who.id)}, who had that name, ${since}, as the audit events tell${loss}`,
    place,
    remedy: `${meant(now)}; if it is whoever has the name by now, ${waysOut(told, people).join(', or ')}`,
  };
}

function meant(now: string | undefined): string {
  return now === undefined ? 'take the entry out, if who is gone is meant' : `write ${now}, if that is who is meant`;
}

/** What says that whoever has the name by now is meant. */
function waysOut({ who: { now }, helps, naming: { name } }: TakenOver, { section, people }: Kind): readonly string[] {
  const field = people?.address?.field;
  return [
    ...(helps && now !== undefined
      ? [
          `declare ${now} as well, beside it (\`state: absent\` for who has no business there) or under \`instance: { ${section}: … }\``,
        ]
      : []),
    ...(field === undefined
      ? []
      : [
          `declare who that is by the ${field} that they have: \`instance: { ${section}: { ${name}: { ${field}: … } } }\``,
        ]),
  ];
}
