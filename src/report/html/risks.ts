import { accessEffect, type AccessEffect } from '../../engine/access-effect.ts';
import { knownParts } from '../../engine/address-parts.ts';
import { countsAlone } from '../../engine/guard/guard-flags.ts';
import type { Kinds } from '../../engine/kinds.ts';
import type { Change } from '../../model.ts';
import { counted } from '../counted.ts';
import type { ReportedCommand } from '../pipeline/run-record.ts';
import type { Item, PageWords, RiskData, RiskName } from './page-data.ts';

/** How a risk is told: as a filter, of one and of several, and beside the name of what has it. */
interface RiskWords {
  readonly label: string;
  readonly one: string;
  readonly many: string;
  readonly mark?: string;
}

type AllRisks = { readonly [Name in RiskName]: RiskWords };

/** What a plan does. */
const DONE: AllRisks = {
  refused: {
    label: 'refused by a guard',
    one: 'is refused by a guard',
    many: 'are refused by a guard',
    mark: 'refused',
  },
  permitted: {
    label: 'permitted by a flag',
    one: 'is refused by a guard, and permitted by a flag',
    many: 'are refused by a guard, and permitted by a flag',
    mark: 'permitted by a flag',
  },
  'among-many': {
    label: 'among too many',
    one: 'is one of too many for a guard',
    many: 'are too many for a guard',
    mark: 'among too many',
  },
  'many-permitted': {
    label: 'among too many, by a flag',
    one: 'is one of too many for a guard, and permitted by a flag',
    many: 'are too many for a guard, and permitted by a flag',
    mark: 'among too many, permitted by a flag',
  },
  removal: { label: 'removes', one: 'removes something', many: 'remove something' },
  replacement: { label: 'replaces', one: 'replaces something', many: 'replace something' },
  'new-path': {
    label: 'renamed or moved',
    one: 'renames or moves something, which changes its URLs',
    many: 'rename or move something, which changes its URLs',
    mark: 'new path',
  },
  'takes-access': {
    label: 'takes access',
    one: 'takes access away',
    many: 'take access away',
    mark: 'takes access',
  },
  'changes-access': { label: 'changes access', one: 'changes access', many: 'change access', mark: 'changes access' },
  'gives-access': { label: 'gives access', one: 'gives access', many: 'give access', mark: 'gives access' },
};

/** The same of a drift, which tells what is so, and not what apply would do about it: who would lose access by that has it now. */
const FOUND: AllRisks = {
  refused: DONE.refused,
  permitted: DONE.permitted,
  'among-many': DONE['among-many'],
  'many-permitted': DONE['many-permitted'],
  removal: {
    label: 'apply would remove it',
    one: 'would be removed by apply',
    many: 'would be removed by apply',
  },
  replacement: {
    label: 'apply would replace it',
    one: 'would be replaced by apply',
    many: 'would be replaced by apply',
  },
  'new-path': {
    label: 'renamed or moved',
    one: 'is at another path than is declared',
    many: 'are at other paths than are declared',
    mark: 'other path',
  },
  'takes-access': {
    label: 'more access than declared',
    one: 'gives more access than is declared',
    many: 'give more access than is declared',
    mark: 'more access',
  },
  'changes-access': {
    label: 'other access than declared',
    one: 'gives other access than is declared',
    many: 'give other access than is declared',
    mark: 'other access',
  },
  'gives-access': {
    label: 'less access than declared',
    one: 'gives less access than is declared',
    many: 'give less access than is declared',
    mark: 'less access',
  },
};

/** In the order in which they are told. */
const RISK_NAMES = [
  'refused',
  'permitted',
  'among-many',
  'many-permitted',
  'removal',
  'replacement',
  'new-path',
  'takes-access',
  'changes-access',
  'gives-access',
] as const satisfies readonly RiskName[];

/** What guards say of a change: those that refuse it, and those that do not because of a flag. */
export interface Guarding {
  readonly refusing: readonly string[];
  readonly waived: readonly string[];
}

/** What makes a change worth a second look. */
export function risksOf(change: Change, { refusing, waived }: Guarding, kinds: Kinds): readonly RiskName[] {
  return [
    ...(refusing.some((guard) => !countsAlone(guard)) ? (['refused'] as const) : []),
    ...(waived.some((guard) => !countsAlone(guard)) ? (['permitted'] as const) : []),
    ...(refusing.some(countsAlone) ? (['among-many'] as const) : []),
    ...(waived.some(countsAlone) ? (['many-permitted'] as const) : []),
    ...(change.action === 'delete' ? (['removal'] as const) : []),
    ...(change.action === 'replace' ? (['replacement'] as const) : []),
    ...(pathBefore(change, kinds) === undefined ? [] : (['new-path'] as const)),
    ...ofEffect(accessEffect(change, kinds)),
  ];
}

/** The path that a group or project has before it is renamed or moved. */
export function pathBefore({ address, reason }: Pick<Change, 'address' | 'reason'>, kinds: Kinds): string | undefined {
  return reason.code === 'renamed' && knownParts(address, kinds)?.kind.host !== undefined ? reason.from : undefined;
}

/** What makes something that nobody declared worth a second look: access that somebody has by it. */
export function undeclaredRisks(address: string, kinds: Kinds): readonly RiskName[] {
  return ofEffect(accessEffect({ address, action: 'create', fields: [] }, kinds)).map(() => 'takes-access');
}

function ofEffect(effect: AccessEffect | undefined): readonly RiskName[] {
  return effect === undefined ? [] : [`${effect}-access`];
}

/** The risks that any of the items has, each with how many have it. */
export function risksAmong(
  items: readonly Item[],
  { one, many }: Pick<PageWords, 'one' | 'many'>,
  command: ReportedCommand,
): readonly RiskData[] {
  const counts = new Map<RiskName, number>();
  for (const { risks } of items) for (const risk of risks) counts.set(risk, (counts.get(risk) ?? 0) + 1);
  return RISK_NAMES.flatMap((name): RiskData[] => {
    const count = counts.get(name) ?? 0;
    if (count === 0) return [];
    const risk = (command === 'drift' ? FOUND : DONE)[name];
    const sentence = `${counted(count, one, many)} ${count === 1 ? risk.one : risk.many}`;
    return [{ name, label: risk.label, sentence, ...(risk.mark !== undefined && { mark: risk.mark }) }];
  });
}
