import { atLeast } from '../../base/version-order.ts';
import { isList } from '../../base/shape.ts';
import type { Attributes, LiveObject } from '../../model.ts';
import type { Left, Tie, Ties } from '../../ties.ts';
import { normalHolders, type Holder, type Holders, type LiveLevel } from './levels.ts';

/** A field that says who is let through, and the list in which the platform shows them. */
interface LevelField {
  readonly field: string;
  readonly shown: string;
  /** The sections whose entries take what is theirs out of it when they go. */
  readonly lostWith: readonly Section[];
}

type Section = 'members' | 'shares' | 'deploy_keys';

/** What of a level tells whose it is. */
const NUMBERS = { members: 'user_id', shares: 'group_id', deploy_keys: 'deploy_key_id' } as const;

/** What the fields of a protection have of the members, shares and deploy keys of its project. */
export function tiesOf(fields: readonly LevelField[]): Ties<Attributes> {
  const sections = new Set(fields.flatMap(({ lostWith }) => lostWith));
  return {
    // Without a licence neither users nor groups are named, and no keys before 18.10.
    sections: ({ enterprise, version }) =>
      [...sections].filter((section) => enterprise || (section === 'deploy_keys' && atLeast(version, '18.10'))),
    named: (spec) => fields.flatMap(({ field }) => holdersIn(spec, field).flatMap((one) => tieOf(one, field))),
    without(entry, section, { key, renamedFrom, id }) {
      const name = (renamedFrom ?? key).toLowerCase();
      const left = fields
        .filter(({ lostWith }) => lostWith.some((one) => one === section))
        .reduce<Left>((before, one) => withoutLevel(before, one, section as Section, name, id), {
          ...entry,
          fields: [],
        });
      return left.fields.length === 0 ? undefined : left;
    },
  };
}

function withoutLevel(before: Left, { field, shown }: LevelField, section: Section, key: string, id: unknown): Left {
  const levels = levelsIn(before.live, shown);
  const kept = levels.filter((level) => level[NUMBERS[section]] !== id);
  if (kept.length === levels.length) return before;
  const holders = holdersIn(before.spec, field).filter((one) => !isOf(one, section, key, id));
  return {
    live: { ...before.live, [shown]: kept as unknown as LiveObject[string] },
    spec: { ...before.spec, [field]: normalHolders(holders) },
    fields: [...before.fields, field],
  };
}

function isOf(holder: Holder, section: Section, key: string, id: unknown): boolean {
  if (typeof holder !== 'object') return false;
  if ('deploy_key' in holder) return section === 'deploy_keys' && holder.deploy_key === id;
  const [name, of] = 'user' in holder ? [holder.user, 'members'] : [holder.group, 'shares'];
  // A group that the token does not see is named by its number.
  return section === of && (name.toLowerCase() === key || name === `#${String(id)}`);
}

function tieOf(holder: Holder, field: string): readonly Tie[] {
  if (typeof holder !== 'object') return [];
  if ('user' in holder) return [{ section: 'members', key: holder.user, field, what: holder.user }];
  if ('group' in holder) return [{ section: 'shares', key: holder.group, field, what: holder.group }];
  const what = `the deploy key ${holder.deploy_key}`;
  return [{ section: 'deploy_keys', id: holder.deploy_key, as: { can_push: true }, field, what }];
}

function holdersIn(spec: Attributes, field: string): readonly Holder[] {
  // The schema lets nothing else stand here.
  const holders = spec[field] as Holders | undefined;
  if (holders === undefined) return [];
  return typeof holders === 'string' ? [holders] : holders;
}

function levelsIn(live: LiveObject, shown: string): readonly LiveLevel[] {
  const levels = live[shown];
  // The platform shows a list of levels here, each with these fields.
  return isList(levels) ? (levels as unknown as readonly LiveLevel[]) : [];
}
