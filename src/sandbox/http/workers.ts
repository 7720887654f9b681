/**
 * Has `count` workers do what comes, one thing each at a time, in the order in which it came: as many requests are in work together on a
 * real instance as it has threads of Puma (18.9), and the others wait in line.
 */
export function createWorkers(count: number): (work: () => Promise<void>) => Promise<void> {
  const line: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      await work();
    } finally {
      const next = line.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
