import type { DiagnosticCode } from '../../base/diagnostic-code.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Section } from '../../model.ts';
import { isBelow, pathsAbove, pathsTo } from '../../base/scope-path.ts';

/** What `previously` says that cannot be, as far as the text alone shows it: half of a rename is worse than none. */
export function formerPaths({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  const hosting = sections.filter((section) => kindOf(section).host !== undefined);
  // Projects stand in groups, and go along with them.
  const standing = hosting.filter((section) => kindOf(section).host?.type !== 'group');
  const renaming = sections.filter((section) => kindOf(section).identity.renames);
  return [
    ...renaming.flatMap(formerNames),
    ...hosting.flatMap((section) => [
      ...section.entries.flatMap((entry) => unfindable(entry, kindOf(section))),
      ...section.entries.flatMap(comesAndGoes),
      ...contradictions(
        section.entries,
        standing.includes(section) ? [] : standing.flatMap(({ entries }) => entries),
        !standing.includes(section),
      ),
    ]),
  ];
}

/** The former names of what is renamed in place: nobody has been what is declared beside it. */
function formerNames({ entries }: Section): Diagnostic[] {
  const renamed = entries.filter(({ previously, state }) => previously !== undefined && state === 'present');
  const away = new Map<string, Declared>();
  return renamed.flatMap((entry): Diagnostic[] => {
    const { key, previously = '' } = entry;
    const first = away.get(formerOf(entry));
    if (first !== undefined) return [saidTwice(entry, first)];
    away.set(formerOf(entry), entry);
    const named = entries.find((other) => other.key.toLowerCase() === formerOf(entry));
    if (named === entry)
      return [
        error(entry, 'previously-itself', {
          message: `\`${key}\` cannot have been called what it is called`,
          remedy: 'Take `previously` out',
        }),
      ];
    if (named === undefined) return [];
    const says = named.state === 'absent' ? 'which is declared absent' : 'which is declared, and stays';
    return [
      error(entry, 'previously-stays', {
        message: `\`${key}\` is said to have been \`${previously}\`, ${says}`,
        related: [{ message: 'It is declared here', place: named.place() }],
        remedy:
          'Take `previously` out, also if the rename was made before; else take the other entry out until it is made',
      }),
    ];
  });
}

/** A former path under which nothing would be found, so that a second group would be made. */
function unfindable(entry: Declared, { rules }: Kind): Diagnostic[] {
  const { previously, state } = entry;
  if (previously === undefined || state === 'absent') return [];
  return (rules?.checkFormer?.(previously) ?? []).map(({ message, remedy }) =>
    error(entry, 'invalid', { message, remedy: `${remedy}; then write that here` }),
  );
}

/** What is to be gone is looked for at its path alone: what it was called before would be passed over. */
function comesAndGoes(entry: Declared): Diagnostic[] {
  const { key, previously, state } = entry;
  if (previously === undefined || state !== 'absent') return [];
  return [
    error(entry, 'previously-absent', {
      message: `\`${key}\` is said to have been at \`${previously}\`, and is declared absent: one of the two can be meant`,
      remedy: `Write \`state: absent\` at \`${previously}\` if that is to go; else take \`previously\` out`,
    }),
  ];
}

/** The declared groups, or projects, to be asked by path. */
interface Paths {
  get(path: string): Declared | undefined;
  /** Whether what stands at a path, or something above it, comes from elsewhere, so that the path means another group afterwards. */
  comes(path: string): boolean;
}

/** `nests` where one may stand in another. */
function contradictions(entries: readonly Declared[], standing: readonly Declared[], nests: boolean): Diagnostic[] {
  const moving = entries.filter(({ previously, state }) => previously !== undefined && state === 'present');
  if (moving.length === 0) return [];
  const byPath = new Map(entries.map((entry) => [entry.key.toLowerCase(), entry]));
  const comes = new Set(moving.map(({ key }) => key.toLowerCase()));
  const paths: Paths = {
    get: (path) => byPath.get(path.toLowerCase()),
    comes: (path) => pathsTo(path.toLowerCase()).some((one) => comes.has(one)),
  };
  const away = new Map<string, Declared>();
  const twice: Diagnostic[] = [];
  for (const entry of moving) {
    const path = formerOf(entry);
    const first = away.get(path);
    if (first === undefined) away.set(path, entry);
    else twice.push(saidTwice(entry, first));
  }
  return [
    ...twice,
    ...moving.flatMap((entry) => namesWhatStays(entry, paths, nests) ?? []),
    ...[...entries, ...standing].flatMap((entry) => leftBehind(entry, away, paths) ?? []),
  ];
}

function formerOf({ previously = '' }: Declared): string {
  return previously.toLowerCase();
}

function saidTwice(entry: Declared, first: Declared): Diagnostic {
  const said = `\`previously: ${entry.previously ?? ''}\``;
  return error(entry, 'previously-twice', {
    message: `\`${entry.key}\` and \`${first.key}\` both say ${said}, and one cannot become two`,
    related: [{ message: `\`${first.key}\` says so here`, place: first.place('previously') }],
    remedy: 'Keep it in one of them',
  });
}

/** A move out of a path where another group is to stand afterwards is possible for what goes below that group: it needs one there. */
function namesWhatStays(entry: Declared, paths: Paths, nests: boolean): Diagnostic | undefined {
  const { key, previously = '' } = entry;
  const path = formerOf(entry);
  if (key.toLowerCase() === path)
    return error(entry, 'previously-itself', {
      message:
        key === previously
          ? `\`${key}\` cannot have been at the path that it has`
          : `\`${key}\` and \`${previously}\` are one path to GitLab, whose letters stay as they are: what differs in case alone is renamed by hand`,
      remedy: 'Take `previously` out',
    });
  if (paths.comes(path)) return undefined;
  const named = paths.get(path);
  const isInside = isBelow(key, path);
  if (named === undefined ? !isInside : named.state === 'present' && isInside && isHeld(key, path, paths))
    return undefined;
  if (isInside && named?.state !== 'absent')
    return error(entry, 'previously-inside', {
      message: `\`${key}\` would go into what it is itself: into \`${previously}\``,
      remedy: nests
        ? `Declare every group from \`${previously}\` down to it, which are made anew`
        : `Move it to a path elsewhere first, and from there to \`${key}\` once that is applied`,
    });
  const says = named?.state === 'absent' ? 'which is declared absent' : 'which is declared, and stays';
  return error(entry, 'previously-stays', {
    message: `\`${key}\` is said to have been \`${previously}\`, ${says}`,
    ...(named !== undefined && { related: [{ message: 'It is declared here', place: named.place() }] }),
    remedy: 'Take `previously` out, also if the move was made before; else take the other entry out until it is made',
  });
}

/** Whether all groups between a path and what is to stand below it are declared. */
function isHeld(key: string, path: string, paths: Paths): boolean {
  return pathsTo(key.toLowerCase())
    .slice(0, -1)
    .every((one) => one.length < path.length || paths.get(one)?.state === 'present');
}

/** A group or project below a path that a group moves away from: there would be nothing for it to stand in. */
function leftBehind(entry: Declared, away: ReadonlyMap<string, Declared>, paths: Paths): Diagnostic | undefined {
  const above = pathsAbove(entry.key.toLowerCase()).toReversed();
  // The nearest declared group is told of, and not all that stand below it.
  const declared = above.findIndex((path) => paths.get(path)?.state === 'present');
  for (const left of above.slice(0, declared < 0 ? above.length : declared)) {
    // Below what comes from elsewhere stands what stood below its former path.
    const mover = away.get(paths.comes(left) ? formerPath(left, paths) : left);
    if (mover === undefined || mover === entry) continue;
    return entry.state === 'absent' ? takenAlong(entry, left, mover, paths) : staysBehind(entry, left, mover);
  }
  return undefined;
}

/** Where what is to stand at a path stands before the moves above it. */
function formerPath(path: string, paths: Paths): string {
  const [above, ...further] = pathsTo(path).toReversed();
  if (above === undefined) return path;
  const former = paths.get(above)?.previously?.toLowerCase();
  if (former !== undefined) return former;
  const [parent] = further;
  return parent === undefined ? path : `${formerPath(parent, paths)}${path.slice(parent.length)}`;
}

function staysBehind(entry: Declared, left: string, mover: Declared): Diagnostic | undefined {
  const rest = entry.key.slice(left.length);
  if (`${mover.key}${rest}`.toLowerCase() === entry.key.toLowerCase()) return undefined;
  return {
    severity: 'error',
    code: 'left-behind',
    message: `\`${entry.key}\` would stand in \`${mover.previously ?? ''}\`, which becomes \`${mover.key}\``,
    place: entry.place(),
    related: [{ message: 'It moves away here', place: mover.place('previously') }],
    remedy: `Declare it as \`${mover.key}${rest}\`; if the move was made before, take \`previously\` out of \`${mover.key}\``,
  };
}

/** What is to go goes wherever it is by then; but it cannot be what is declared to be there after the move. */
function takenAlong(entry: Declared, left: string, mover: Declared, paths: Paths): Diagnostic | undefined {
  const stays = paths.get(`${mover.key}${entry.key.slice(left.length)}`);
  if (stays?.state !== 'present' || stays.previously !== undefined) return undefined;
  const { previously = '' } = mover;
  return {
    severity: 'error',
    code: 'left-behind',
    message: `\`${entry.key}\` is declared absent, and moves with \`${previously}\` to \`${stays.key}\`, which is declared to be there`,
    place: entry.place(),
    related: [{ message: 'It is to be there by this', place: stays.place() }],
    remedy: `Take \`${entry.key}\` out to keep it, or declare \`${stays.key}\` absent instead; if the move was made before, take \`previously\` out of \`${mover.key}\``,
  };
}

function error(
  entry: Declared,
  code: DiagnosticCode,
  told: Pick<Diagnostic, 'message' | 'remedy' | 'related'>,
): Diagnostic {
  return { severity: 'error', code, place: entry.place('previously'), ...told };
}
