import type { Diagnostic } from '../../base/diagnostic.ts';
import { entryAddress } from '../../address.ts';
import { Secret } from '../../base/secret.ts';
import { handedOn, type HandedEntry } from '../../handed-on.ts';
import { identity } from '../../kind.ts';
import type { LiveEntry, Section, World } from '../../model.ts';
import { kindOf, propertyOf, type Kinds } from '../kinds.ts';
import { sectionAt, standingAt } from '../section-at.ts';
import type { Draft } from './draft.ts';
import { compare, shown } from './diff.ts';
import { hostOf } from './host-of.ts';

/**
 * What becomes of the places that secrets are handed on to beside that: what holds something else gets the secret in its place, and where nothing
 * stands, nothing comes until what is live is made anew. `sections` are those whose entries are held against what is live.
 */
export function secretPlaces(
  drafts: readonly Draft[],
  sections: readonly Section[],
  world: World,
  kinds: Kinds,
): readonly Diagnostic[] {
  /** That the group or project is not there is told already. */
  const isIn = ({ scope }: HandedEntry): boolean => hostOf(scope, world, kinds) !== undefined;
  const making = new Map(drafts.filter(makesSecret).map((draft) => [draft.change.address, draft.change.action]));
  const brought = new Set(drafts.flatMap(({ change }) => change.calls.flatMap(({ handsOn }) => handsOn?.to ?? [])));
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    if (kind.handsOn === undefined) return [];
    const live = new Set(sectionAt(world, scope, name).map(({ key }) => identity(kind, key)));
    return entries.flatMap((from) => {
      const address = entryAddress(kind, scope, from.key);
      const action = making.get(address);
      if (action === undefined && !live.has(identity(kind, from.key))) return [];
      return handedOn(kind, from, (section) => kindOf(kinds, section.name)).flatMap((place): Diagnostic[] => {
        const there = standingAt(place, world);
        // What is shown at any time is brought to what lacks it.
        if (kind.showsHandedOn && !brought.has(place.address)) return [];
        const beside = there === undefined ? [] : differences(place, there);
        if (action === undefined) {
          if (there === undefined) return isIn(place) ? [notHanded(address, place)] : [];
          return beside.length === 0 ? [] : [handedOtherwise(address, place, beside)];
        }
        if (there === undefined) return [];
        const isLost = action === 'create' || !mayBeOwn(place, there) || beside.length > 0;
        return isLost ? [writtenOver(address, place, beside)] : [];
      });
    });
  });
}

function makesSecret({ change: { calls } }: Draft): boolean {
  return calls.some(({ saveSecretTo, handsOn }) => saveSecretTo !== undefined || handsOn !== undefined);
}

/** Whether what a place holds may be the secret that was brought there before: it has the form of one, as far as GitLab shows it. */
function mayBeOwn({ field, form }: HandedEntry, { spec }: LiveEntry): boolean {
  const value = spec[field];
  return value instanceof Secret && form.test(value.plainText() ?? '');
}

/** What of the place itself becomes another with the secret, such as whether a variable is masked: `masked: false → true`. */
export function differences({ kind, entry, field }: HandedEntry, live: LiveEntry): readonly string[] {
  return Object.entries(entry.spec).flatMap(([name, to]) => {
    const schema = propertyOf(kind, name);
    const from = live.spec[name];
    if (schema === undefined || name === field || to === undefined || from === undefined) return [];
    if (compare(name, schema, to, from).length === 0) return [];
    return [`${name}: ${JSON.stringify(shown(schema, from))} → ${JSON.stringify(shown(schema, to))}`];
  });
}

function writtenOver(address: string, place: HandedEntry, beside: readonly string[]): Diagnostic {
  const becomes = beside.length === 0 ? '' : ` (${beside.join(', ')})`;
  return {
    severity: 'warning',
    code: 'written-over',
    message: `${place.address} is there, and gets the secret of ${address} in place of what it holds${becomes}, which nothing brings back`,
    place: place.entry.place(),
    remedy: 'let the secret go elsewhere where somebody needs what it holds',
  };
}

/** GitLab takes none of it without a value, which nobody has any more. */
function handedOtherwise(address: string, { address: to, entry }: HandedEntry, beside: readonly string[]): Diagnostic {
  return {
    severity: 'warning',
    code: 'handed-otherwise',
    message: `${to}, which holds the secret of ${address}, is otherwise than declared, and is changed only where that is made anew: ${beside.join(', ')}`,
    place: entry.place(),
    remedy: 'change it in GitLab; or have the secret made anew, by removing what has it',
  };
}

function notHanded(address: string, { address: to, entry }: HandedEntry): Diagnostic {
  return {
    severity: 'warning',
    code: 'not-handed',
    message: `${to} is not there, and would get the secret of ${address} only where that is made anew: GitLab shows it once`,
    place: entry.place(),
    remedy: 'to have it made anew, remove it in GitLab, or wait until `rotate` does so',
  };
}
