import type { Call, Change, Plan } from '../../model.ts';

/** What is done in one go: one change, or several by one call. */
export interface Task {
  readonly changes: readonly Change[];
  /** The one call for all of them. */
  readonly call?: Call;
}

/** What can be started, first come, first served. */
export interface ReadyTasks {
  /** A change needs nothing any more. One of a joint call waits for the others, and a removal for all that is no removal. */
  add(change: Change): void;
  /** Something has come to an end, whichever. */
  ended(change: Change): void;
  /** A change is to be carried out by its own calls, whatever the plan says. */
  addAlone(change: Change): void;
  next(): Task | undefined;
  isEmpty(): boolean;
}

/** The tasks of a plan, none of which is ready yet. */
export function readyTasks({ changes, joint = [] }: Plan): ReadyTasks {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const partOf = new Map<string, JointTask>();
  for (const { call, addresses } of joint) {
    const together = addresses.flatMap((address) => byAddress.get(address) ?? []);
    const part: JointTask = { call, changes: together, waiting: together.length };
    for (const address of addresses) partOf.set(address, part);
  }
  const queue: Task[] = [];
  const last = lastRemovals(changes);
  const open = new Set(changes.flatMap(({ address }) => (last.has(address) ? [] : [address])));
  let held: Change[] = [];
  return {
    add(change) {
      if (open.size > 0 && last.has(change.address)) {
        held.push(change);
        return;
      }
      const part = partOf.get(change.address);
      if (part === undefined) queue.push({ changes: [change] });
      else if (--part.waiting === 0) queue.push({ changes: part.changes, call: part.call });
    },
    ended({ address }) {
      open.delete(address);
      if (open.size > 0) return;
      for (const change of held) queue.push({ changes: [change] });
      held = [];
    },
    addAlone: (change) => {
      queue.push({ changes: [change] });
    },
    next: () => queue.shift(),
    isEmpty: () => queue.length === 0,
  };
}

/** The removals that nothing else waits for: they come last in what is sent, as they do in what is printed. */
function lastRemovals(changes: readonly Change[]): ReadonlySet<string> {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const waitedFor = new Set<string>();
  const walk = (change: Change): void => {
    for (const address of change.needs) {
      const needed = byAddress.get(address);
      if (needed === undefined || waitedFor.has(address)) continue;
      waitedFor.add(address);
      walk(needed);
    }
  };
  for (const change of changes) if (change.action !== 'delete') walk(change);
  return new Set(
    changes.flatMap(({ action, address }) => (action === 'delete' && !waitedFor.has(address) ? [address] : [])),
  );
}

/** A joint call, and how many of its changes are not ready. */
interface JointTask {
  readonly changes: readonly Change[];
  readonly call: Call;
  waiting: number;
}
