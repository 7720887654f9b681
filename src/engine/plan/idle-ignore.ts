import { sectionAddress } from '../../address.ts';
import { glob } from '../../base/glob.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Desired, Section, World } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { hostOf } from './host-of.ts';

/** So many sections are named. */
const FEW = 3;

/** A pattern, and the sections of one name in which it stands. */
interface Pattern {
  readonly name: string;
  readonly pattern: string;
  readonly sections: Section[];
}

/**
 * Warnings for the patterns of `ignore` that fit nothing live in any of the sections in which they stand: a wrong letter leaves to pruning what
 * was meant to stay. A pattern of which some section was not read is not spoken of, and none of groups and projects, which are not listed.
 */
export function idleIgnore({ sections }: Pick<Desired, 'sections'>, world: World, kinds: Kinds): readonly Diagnostic[] {
  const patterns = new Map<string, Pattern>();
  for (const section of sections) {
    const { ignore = [] } = section;
    if (ignore.length === 0 || kindOf(kinds, section.name).host !== undefined) continue;
    if (!isLive(section, world, kinds)) continue;
    for (const pattern of ignore) {
      // One of wildcards alone cannot be misspelt.
      if (/^[*/]*$/.test(pattern)) continue;
      const name = `${section.name} ${pattern}`;
      const known = patterns.get(name);
      if (known === undefined) patterns.set(name, { name: section.name, pattern, sections: [section] });
      else known.sections.push(section);
    }
  }
  return [...patterns.values()].filter((one) => isIdle(one, world)).map(idle);
}

/** Nothing can stand as yet in what is to be made. */
function isLive({ scope }: Section, world: World, kinds: Kinds): boolean {
  return scope.type === 'instance' || hostOf(scope, world, kinds) !== undefined;
}

function isIdle({ pattern, sections }: Pattern, world: World): boolean {
  const fits = glob(pattern);
  return sections.every((section) => {
    const live = world.sections.get(addressOf(section));
    return live !== undefined && !live.some(({ key }) => fits(key));
  });
}

function idle({ name, pattern, sections }: Pattern): Diagnostic {
  const pruned = sections.filter(({ prune }) => prune);
  const told = (pruned.length > 0 ? pruned : sections).slice(0, FEW).map(addressOf);
  const more = sections.length - told.length;
  const where = `${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    severity: 'warning',
    code: 'idle-ignore',
    message: `\`ignore\` of ${name}: nothing live in ${where} fits ${pattern}`,
    place: undefined,
    remedy:
      pruned.length > 0
        ? 'see that it is spelt as what it is to spare, which is pruned else; or take it out'
        : 'see that it is spelt as what it is to leave alone, or take it out',
  };
}

function addressOf({ scope, name }: Section): string {
  return sectionAddress(scope, name);
}
