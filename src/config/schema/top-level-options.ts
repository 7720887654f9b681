import { NO_TILDE } from '../../base/without-shell.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { PropertySchema } from '../../kind.ts';
import type { Desired, GuardBounds } from '../../model.ts';
import { mapping, nodePlace, topNodes, type Source } from '../yaml/source-node.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

/** The bounds of the guards where the configuration does not set them. */
export const usualGuards = {
  max_removals: 10,
  max_removal_percent: 30,
  max_plan_removals: 25,
  max_changes: 25,
  max_change_percent: 50,
  min_owners: 1,
} as const;

const USUAL_LOCK = 'keelson';

/** What a configuration says once, for all of it: the bounds of the guards, the lock and the ledger. */
export const topLevelOptionsSchema = {
  guards: {
    type: 'object',
    additionalProperties: false,
    description: 'The bounds within which a plan is carried out without asking.',
    properties: {
      max_removals: bound(usualGuards.max_removals, undefined, 'How many entries of one section one plan may remove.'),
      max_removal_percent: bound(usualGuards.max_removal_percent, 100, 'Which share of a section one plan may remove.'),
      max_plan_removals: bound(
        usualGuards.max_plan_removals,
        undefined,
        'How many entries one plan may remove in all, however few of each section. What the bounds of a section do not permit is not counted once more.',
      ),
      max_changes: bound(
        usualGuards.max_changes,
        undefined,
        'How many live entries of one section one plan may update.',
      ),
      max_change_percent: bound(
        usualGuards.max_change_percent,
        100,
        'Which share of a section one plan may update, where that is more than ten entries.',
      ),
      min_owners: bound(usualGuards.min_owners, undefined, 'How many owners every top-level group keeps.'),
    },
  },
  lock: {
    type: 'object',
    additionalProperties: false,
    required: ['project'],
    description: 'A lock that apply takes, so that there is one run at a time.',
    properties: {
      project: { type: 'string', minLength: 1, description: 'The project whose Terraform state serves as the lock.' },
      name: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]+$',
        'x-form': 'letters, digits, `_` and `-`',
        default: USUAL_LOCK,
        description: 'The name of that state.',
      },
    },
  },
  ledger: {
    type: 'object',
    additionalProperties: false,
    required: ['file'],
    description: 'Remembers which secrets were last sent, as keyed hashes, so that a changed one is seen.',
    properties: {
      file: {
        type: 'string',
        minLength: 1,
        ...NO_TILDE,
        description: 'The file that it is kept in, from the folder of the run.',
      },
    },
  },
};

function bound(initial: number, maximum: number | undefined, description: string): PropertySchema {
  const schema = { type: 'integer', minimum: 0, default: initial, description };
  return maximum === undefined ? schema : { ...schema, maximum };
}

/** Reads them from whichever file says them; said twice, they are an error. */
export function wordsForAll(
  sources: readonly Source[],
  report: (diagnostic: Diagnostic) => void,
): Pick<Desired, 'guards' | 'lock' | 'ledger'> {
  const guards = saidOnce(sources, 'guards', report);
  const lock = saidOnce(sources, 'lock', report);
  const ledger = saidOnce(sources, 'ledger', report);
  const number = (name: keyof GuardBounds): number => {
    const value = guards?.[name];
    return typeof value === 'number' ? value : usualGuards[name];
  };
  const project = lock?.['project'];
  const name = lock?.['name'];
  const file = ledger?.['file'];
  return {
    guards: {
      max_removals: number('max_removals'),
      max_removal_percent: number('max_removal_percent'),
      max_plan_removals: number('max_plan_removals'),
      max_changes: number('max_changes'),
      max_change_percent: number('max_change_percent'),
      min_owners: number('min_owners'),
    },
    ...(typeof project === 'string' && { lock: { project, name: typeof name === 'string' ? name : USUAL_LOCK } }),
    ...(typeof file === 'string' && { ledger: { file } }),
  };
}

function saidOnce(
  sources: readonly Source[],
  word: string,
  report: (diagnostic: Diagnostic) => void,
): { readonly [name: string]: YamlValue } | undefined {
  const [first, ...more] = topNodes(sources, word).flatMap((node) => mapping(node) ?? []);
  for (const second of more) {
    report({
      severity: 'error',
      code: 'duplicate',
      message: `\`${word}\` is declared twice`,
      place: nodePlace(second),
      ...(first ? { related: [{ message: 'first declared here', place: nodePlace(first) }] } : {}),
      remedy: 'Keep one of the two',
    });
  }
  return first?.value;
}
