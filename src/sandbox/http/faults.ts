/** What can go wrong with one request. */
export type FaultKind =
  | 'refuse'
  | 'reset-before'
  | 'reset-after'
  | 'cut'
  | 'delay'
  | '429-text'
  | '429-json'
  | '500'
  | '502'
  | '503'
  | 'stale'
  | 'job-fails';

/** One fault: by chance (`probability`), or for the next `times` requests that fit. */
export interface Fault {
  readonly kind: FaultKind;
  readonly probability?: number;
  readonly times?: number;
  /**
   * `POST /groups/*`: a method or `*`, and a path below /api/v4 where `*` stands for anything. Of a job in the background, what it does to
   * what: `MOVE /snippets/3`, or `CLEANUP /snippets/3` of what a move has left.
   */
  readonly on?: string;
  /** Milliseconds of a delay, seconds of a Retry-After. */
  readonly value?: number;
}

export interface FaultPlan {
  readonly seed?: number;
  readonly faults: readonly Fault[];
}

/** Chooses the faults of a request; the same seed and requests give the same faults. */
export interface FaultSource {
  strike(method: string, path: string): readonly Fault[];
  /** Whether a job in the background comes to nothing. */
  fails(does: string, path: string): boolean;
  set(plan: FaultPlan): void;
  /** Whether some fault asks for old answers, so that they must be kept. */
  keepsOldAnswers(): boolean;
}

const kinds: readonly string[] = [
  ...[
    'refuse',
    'reset-before',
    'reset-after',
    'cut',
    'delay',
    '429-text',
    '429-json',
    '500',
    '502',
    '503',
    'stale',
    'job-fails',
  ],
];

/** Faults as they are set by `--faults` or by a test. */
export function createFaults(plan: FaultPlan = { faults: [] }): FaultSource {
  let random = generator(plan.seed ?? 1);
  let active = plan.faults.map(armed);
  const strikes = (entry: Armed): boolean => {
    if (entry.left <= 0 || random() >= (entry.fault.probability ?? 1)) return false;
    entry.left -= 1;
    return true;
  };
  return {
    fails: (does, path) => active.some((entry) => isOfJobs(entry) && entry.fits(does, path) && strikes(entry)),
    strike(method, path) {
      const struck: Fault[] = [];
      for (const entry of active) {
        if (isOfJobs(entry)) continue;
        if (!entry.fits(method, path)) continue;
        // One request fails in one way; only a delay goes with another fault.
        if (struck.some((fault) => fault.kind !== 'delay') && entry.fault.kind !== 'delay') continue;
        if (strikes(entry)) struck.push(entry.fault);
      }
      return struck;
    },
    set(next) {
      random = generator(next.seed ?? 1);
      active = next.faults.map(armed);
    },
    keepsOldAnswers: () => active.some((entry) => entry.fault.kind === 'stale'),
  };
}

/**
 * Reads a fault specification: clauses separated by commas, each `KIND[=VALUE][:CHANCE][@METHOD PATH]`, where
 * CHANCE is a probability (`0.1`) or a count (`3x`), and one `seed=N`.
 * Example: `seed=7,503:0.05,delay=200:0.5,reset-after:2x@POST /groups/*`.
 */
export function parseFaults(spec: string): FaultPlan {
  const clauses = spec
    .split(',')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  const seed = clauses.map((clause) => /^seed=(\d+)$/.exec(clause)?.[1]).find((found) => found !== undefined);
  const faults = clauses.filter((clause) => !clause.startsWith('seed=')).map(parseClause);
  return { faults, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}

function parseClause(clause: string): Fault {
  const found = /^([a-z0-9-]+)(?:=(\d+))?(?::(?:(\d+)x|(\d*\.?\d+)))?(?:@(\S+ \S+))?$/.exec(clause);
  const kind = found?.[1];
  if (found === null || !isKind(kind)) {
    throw new Error(
      `not a fault: "${clause}"; expected KIND[=VALUE][:CHANCE][@METHOD PATH] with one of ${kinds.join(', ')}`,
    );
  }
  const [, , value, times, probability, on] = found;
  return {
    kind,
    ...(value === undefined ? {} : { value: Number(value) }),
    ...(times === undefined ? {} : { times: Number(times) }),
    ...(probability === undefined ? {} : { probability: Number(probability) }),
    ...(on === undefined ? {} : { on }),
  };
}

function isKind(text: string | undefined): text is FaultKind {
  return text !== undefined && kinds.includes(text);
}

/** A fault, and how often it is still to strike. */
interface Armed {
  readonly fault: Fault;
  left: number;
  readonly fits: (asked: string, at: string) => boolean;
}

function isOfJobs({ fault }: Armed): boolean {
  return fault.kind === 'job-fails';
}

function armed(fault: Fault): Armed {
  const [method = '*', path = '*'] = (fault.on ?? '* *').split(' ', 2);
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const pattern = new RegExp(`^${escaped}$`);
  return {
    fault,
    left: fault.times ?? Infinity,
    fits: (asked, at) => (method === '*' || method === asked) && pattern.test(at),
  };
}

/** Mulberry32: small, quick, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
