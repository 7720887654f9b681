import type { Client } from '../../../api/client.ts';
import type { Instance, LiveEntry, Section } from '../../../model.ts';
import { kindOf, type Kinds } from '../../kinds.ts';
import { askBatch, askInstance, type Rows } from './ask-batch.ts';
import { createBatchQueue } from './batch-queue.ts';
import { sampleOf } from './reads-differ.ts';
import { countUnshown, type UnshownCount } from './unshown-parts.ts';
import { isLikelyOtherwise, worthBatches } from './worth-batches.ts';

/** What GraphQL shows of sections, many at a time. */
export interface BatchedReads {
  /** The same sections, those first that tell by REST where what batches do not show is. */
  inOrder(sections: readonly Section[]): readonly Section[];
  /** The rows of a section; undefined where REST has to be asked, because they are not shown or may lack something. */
  rowsOf(section: Section): Promise<Rows | undefined>;
  /** Whether a section is to be read by REST as well, to hold both against each other. */
  isSampled(section: Section): boolean;
  /** Is told of each section that has been read by REST or could not be, and of its rows. */
  readByRest(section: Section, rows: Rows): void;
}

/** Where the rows of a section come from. */
type Source = () => Promise<Rows | undefined>;

/** What is known of the batches of one kind. */
interface OfKind {
  readonly count: Promise<UnshownCount | undefined>;
  /** The sections that are still to be read by REST before it is known how much is left that batches do not show. */
  readonly before: Set<Section>;
  readonly known: Promise<void>;
  readonly tell: () => void;
}

/** Picks the sections whose rows come in batches, and asks for these as the rows are asked for: where that is cheaper, or always, to hold both ways against each other. */
export function createBatchedReads(
  sections: readonly Section[],
  hostOf: (section: Section) => LiveEntry | undefined,
  kinds: Kinds,
  client: Client,
  instance: Instance,
  holdsTwice = false,
): BatchedReads {
  const isShown = (section: Section): boolean => {
    const host = hostOf(section);
    const { batches } = kindOf(kinds, section.name).reads;
    if (section.scope.type === 'instance') return true;
    return typeof host?.id === 'number' && batches?.showsTooLittle?.(host.live, instance) !== true;
  };
  const sources = new Map<Section, Source>();
  const ofKinds = new Map<string, OfKind>();
  for (const { name, type, sections: alike } of worthBatches(sections.filter(isShown), kinds, instance, holdsTwice)) {
    const { batches } = kindOf(kinds, name).reads;
    if (batches === undefined) continue;
    const before = sections.filter((section) => section.name === name && isLikelyOtherwise(section, kinds));
    const ofKind = ofKinds.get(name) ?? ofOneKind(countUnshown(client, batches, instance), before);
    ofKinds.set(name, ofKind);
    if (type === 'instance') {
      for (const section of alike) sources.set(section, () => askInstance(client, batches));
      continue;
    }
    const withIds = alike.flatMap((section) => {
      const id = hostOf(section)?.id;
      return typeof id === 'number' ? [{ section, id }] : [];
    });
    const queue = createBatchQueue(
      withIds.map(({ id }) => id),
      async (ids) => ((await ofKind.count) === undefined ? { type: 'never' } : askBatch(client, batches, type, ids)),
    );
    for (const { section, id } of withIds) sources.set(section, () => queue.take(id));
  }
  const isOfSample = sampleOf(sources.size);
  const sampled = new Set([...sources.keys()].filter((_, index) => isOfSample(index)));

  return {
    inOrder(some) {
      const isFirst = (section: Section): boolean => ofKinds.get(section.name)?.before.has(section) ?? false;
      return [...some.filter(isFirst), ...some.filter((section) => !isFirst(section))];
    },
    async rowsOf(section) {
      const source = sources.get(section);
      const ofKind = ofKinds.get(section.name);
      if (source === undefined || ofKind === undefined) return undefined;
      const rows = await source();
      const count = await ofKind.count;
      if (rows === undefined || count === undefined) return undefined;
      if (!count.mayBeOn(rows)) return rows;
      await ofKind.known;
      return count.mayBeOn(rows) ? undefined : rows;
    },
    isSampled: (section) => holdsTwice && sampled.has(section),
    readByRest(section, rows) {
      const ofKind = ofKinds.get(section.name);
      if (ofKind === undefined) return;
      const note = (count: UnshownCount | undefined): void => {
        count?.found(rows);
        ofKind.before.delete(section);
        if (ofKind.before.size === 0) ofKind.tell();
      };
      ofKind.count.then(note, () => undefined);
    },
  };
}

function ofOneKind(count: OfKind['count'], sections: readonly Section[]): OfKind {
  // Who asks for rows is told why it cannot be counted.
  count.catch(() => undefined);
  const before = new Set(sections);
  let tell = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    tell = resolve;
  });
  if (before.size === 0) tell();
  return { count, before, known, tell };
}
