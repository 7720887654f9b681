import type { Call, Change, Plan } from '../../model.ts';

/** What is done in one go: one change, or several by one call. */
export interface Task {
  readonly changes: readonly Change[];
  /** The one call for all of them. */
  readonly call?: Call;
}

/** What can be started, first come, first served. */
export interface ReadyTasks {
  /** A change needs nothing any more. One of a joint call waits for the others. */
  add(change: Change): void;
  /** A change is to be carried out by its own calls, whatever the plan says. */
  addAlone(change: Change): void;
  next(): Task | undefined;
  isEmpty(): boolean;
}

/** The tasks of a plan, none of which is ready yet. */
export function readyTasks({ changes, joint = [] }: Plan): ReadyTasks {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const partOf = new Map<string, Part>();
  for (const { call, addresses } of joint) {
    const together = addresses.flatMap((address) => byAddress.get(address) ?? []);
    const part: Part = { call, changes: together, waiting: together.length };
    for (const address of addresses) partOf.set(address, part);
  }
  const queue: Task[] = [];
  return {
    add(change) {
      const part = partOf.get(change.address);
      if (part === undefined) queue.push({ changes: [change] });
      else if (--part.waiting === 0) queue.push({ changes: part.changes, call: part.call });
    },
    addAlone: (change) => {
      queue.push({ changes: [change] });
    },
    next: () => queue.shift(),
    isEmpty: () => queue.length === 0,
  };
}

/** A joint call, and how many of its changes are not ready. */
interface Part {
  readonly changes: readonly Change[];
  readonly call: Call;
  waiting: number;
}
