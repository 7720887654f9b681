import type { Client } from '../../api/client.ts';
import type { Desired, Instance } from '../../model.ts';
import { sectionParts } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { readLog, type Log } from './audit-log.ts';
import { beliefsIn, NO_BELIEFS, type Beliefs } from './beliefs.ts';
import { keptSections, untouchedSections, type Seen } from './keep.ts';
import type { KeptLook, KeptSection, Leaving, Origin } from './kept-look.ts';
import { leaves, leavingBy, touchedBy } from './touched.ts';

/** What an earlier look is worth to this one. */
export interface LastLook {
  readonly beliefs: Beliefs;
  /** Why everything is read, where it is. */
  readonly why: string | undefined;
  /** When the first of these sections was read (ISO 8601). */
  oldestOf(addresses: ReadonlySet<string>): string | undefined;
  /** What the next look may believe; undefined where nothing can be. */
  keep(seen: Seen): KeptLook | undefined;
}

/** What is asked of an earlier look: whose it has to be, and how old what is believed may be. */
export interface Demands {
  readonly origin: Origin;
  /** In milliseconds. */
  readonly oldest: number;
}

/** Reads what the log tells since an earlier look, before anything is looked at, and says what can be believed of it. `kept` may be why there is none. */
export async function openLastLook(
  kept: KeptLook | string,
  { origin, oldest }: Demands,
  {
    desired,
    kinds,
    client,
    instance,
  }: { readonly desired: Desired; readonly kinds: Kinds; readonly client: Client; readonly instance: Instance },
): Promise<LastLook> {
  const foreign = typeof kept === 'string' ? kept : strangeness(kept.origin, origin);
  const before = typeof kept === 'string' || foreign !== undefined ? undefined : kept;
  const log = await readLog(client, instance, before?.mark);
  const leaving = leavingSince(before, log, kinds);
  const sections = before === undefined || log.type === 'broken' ? [] : before.sections;
  const recent = sections.filter(isRecent(instance, oldest));
  const known = new Map(
    recent.filter(isUntouched(log, leaving, kinds)).map((section) => [section.address, section] as const),
  );
  const reasons = [foreign, log.type === 'broken' ? log.why : undefined].flatMap((one) => one ?? []);
  // Where nothing can be kept either, that is why it will be so the next time.
  const lasting = log.type === 'broken' && log.mark === undefined ? log.why : undefined;
  const why = lasting ?? reasons[0] ?? (recent.length > 0 ? undefined : outdated(sections, oldest));
  return {
    beliefs: known.size === 0 ? NO_BELIEFS : beliefsIn(known, kinds, instance, desired),
    why,
    oldestOf: (addresses) => [...addresses].flatMap((address) => known.get(address)?.at ?? []).sort()[0],
    keep(seen) {
      if (log.mark === undefined) return undefined;
      const found = [...keptSections(seen, known, leaving), ...untouchedSections(seen, known)];
      return { origin, mark: log.mark, leaving, sections: found };
    },
  };
}

/** Why what somebody else has seen is not believed; undefined where it is this one's own. */
function strangeness(theirs: Origin, own: Origin): string | undefined {
  if (theirs.url !== own.url) return `the last look was at another instance, ${theirs.url}`;
  if (theirs.user !== own.user) return 'the last look was with the token of another user';
  if (theirs.keelson !== own.keelson) return `the last look was by another version of Keelson, ${theirs.keelson}`;
  return theirs.gitlab === own.gitlab ? undefined : `the instance was GitLab ${theirs.gitlab} then`;
}

function leavingSince(before: KeptLook | undefined, log: Log, kinds: Kinds): readonly Leaving[] {
  const all = [...(before?.leaving ?? []), ...leavingBy(log.events, kinds)];
  return [...new Map(all.map((one) => [`${one.type} ${one.id}`, one])).values()];
}

/** By the clock of the platform alone: a look of the future is no look. */
function isRecent({ askedAt }: Instance, oldest: number): (section: KeptSection) => boolean {
  const now = Date.parse(askedAt);
  return ({ at }) => {
    const age = now - Date.parse(at);
    return age >= 0 && age < oldest;
  };
}

function isUntouched(log: Log, leaving: readonly Leaving[], kinds: Kinds): (section: KeptSection) => boolean {
  if (log.type === 'broken') return () => false;
  const tests = new Map<string, (section: KeptSection) => boolean>();
  return (section) => {
    const { kind, scope } = sectionParts(section.address, kinds);
    const sort = `${scope.type} ${kind.section}`;
    const known = tests.get(sort);
    if (known !== undefined) return known(section);
    const [isTouched, isLeaving] = [touchedBy(log.events, kind, scope.type), leaves(leaving, kind)];
    const test = (one: KeptSection): boolean => !isTouched(one) && !isLeaving(one);
    tests.set(sort, test);
    return test(section);
  };
}

function outdated(sections: readonly KeptSection[], oldest: number): string {
  if (sections.length === 0) return 'the last look left nothing that could be believed';
  return `the last look is older than ${oldest / 3_600_000} hours`;
}
