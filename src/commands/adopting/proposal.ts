import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { mostThatHold } from '../../base/most-that-hold.ts';
import { editedConfiguration } from '../../config/adopt/edited-configuration.ts';
import { textsOver } from '../../config/adopt/texts-over.ts';
import { writtenConfiguration } from '../../config/adopt/written-scopes.ts';
import type { Hindrance } from '../../config/adopt/yaml-edit.ts';
import type { FileSystem } from '../../config/files.ts';
import { loadConfig, type Loaded } from '../../config/load.ts';
import type { FileText } from '../../config/yaml/places.ts';
import type { ConfigurationEdit } from '../../configuration-edit.ts';
import { adoption } from '../../engine/adopt/adoption.ts';
import { agrees } from '../../engine/adopt/agreement.ts';
import { without, type Unapplied } from '../../engine/adopt/unapplied.ts';
import type { FieldCheck } from '../../engine/export/exportable.ts';
import { kindOf } from '../../engine/kinds.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Plan } from '../../model.ts';
import type { Look } from './look.ts';

/** The files as they would be, and what they would say. */
export interface Proposal {
  readonly texts: readonly FileText[];
  readonly desired: Desired;
  readonly edits: readonly ConfigurationEdit[];
  readonly left: readonly Diagnostic[];
}

/** Where a configuration is read from, and which of its files may be written. */
export interface Sources {
  readonly path: string;
  readonly texts: readonly FileText[];
  readonly system: FileSystem;
  readonly tokenFile: string | undefined;
  readonly mayEdit: (file: string) => boolean;
}

/**
 * The files with as many of the edits as make them say what is live: each text is read again and planned against the same world before anything is
 * written, and an edit with which that goes wrong is left out, and told.
 */
function propose(
  edits: readonly ConfigurationEdit[],
  before: Plan,
  sources: Sources,
  look: Look,
): Proposal | Diagnostic {
  const written = writtenConfiguration(sources.texts, allKinds);
  const kindOfEdit = ({ section }: ConfigurationEdit) => kindOf(look.kinds, section);
  const edited = (some: readonly ConfigurationEdit[]) =>
    editedConfiguration(sources.texts, written, kindOfEdit, some, sources.mayEdit);
  const { hindered } = edited(edits);
  const possible = edits.filter((edit) => !hindered.has(edit));
  const made = (some: readonly ConfigurationEdit[]): Made => {
    const { texts, hindered: others } = edited(some);
    const { desired, diagnostics } = load(texts, sources);
    const isRight =
      others.size === 0 &&
      !hasErrors(diagnostics) &&
      desired !== undefined &&
      agrees(before, look.planOf(desired), some);
    return { texts, desired: isRight ? desired : undefined };
  };
  // What held last is what is kept: it need not be read and planned once more.
  const held: Made[] = [];
  const kept = mostThatHold(possible, (some) => {
    const one = made(some);
    if (one.desired !== undefined) held.push(one);
    return one.desired !== undefined;
  });
  const { texts, desired } = held.at(-1) ?? made(kept);
  if (desired === undefined) return unsure;
  const isKept = new Set(kept);
  const refused = possible.filter((edit) => !isKept.has(edit));
  return {
    ...{ texts, desired, edits: kept },
    left: [
      ...[...hindered].map(([edit, why]) => notEdited(edit, HINDRANCES[why])),
      ...refused.map((edit) => notEdited(edit, REFUSED)),
    ],
  };
}

interface Made {
  readonly texts: readonly FileText[];
  /** Undefined where the texts do not say what is live. */
  readonly desired: Desired | undefined;
}

function load(texts: readonly FileText[], { path, system, tokenFile }: Sources): Loaded {
  return loadConfig(path, allKinds, textsOver(system, texts), process.env, tokenFile);
}

type Told = { readonly message: string; readonly remedy: string };

/**
 * Edits until nothing more can be: what one edit leaves may be another's place or name, or no longer mean others as well. What is not applied yet
 * stays as it is declared.
 */
export function proposeAll(
  desired: Desired,
  sources: Sources,
  look: Look,
  check: FieldCheck,
  unapplied: readonly Unapplied[] = [],
): Proposal | Diagnostic {
  const edits: ConfigurationEdit[] = [];
  let at: Pick<Proposal, 'texts' | 'desired'> = { texts: sources.texts, desired };
  for (let before = look.plan; ; before = look.planOf(at.desired)) {
    const found = adoption(look.partOf(at.desired), look.world, look.kinds, before, check);
    // Who is called otherwise by now is not gone.
    const wanted = found.edits.filter(({ does, place }) => does !== 'remove' || !look.isRenamed(place));
    const proposal = propose(without(wanted, unapplied), before, { ...sources, texts: at.texts }, look);
    if ('severity' in proposal) return proposal;
    edits.push(...proposal.edits);
    if (proposal.edits.length === 0) return { ...at, edits, left: [...found.left, ...proposal.left] };
    at = proposal;
  }
}

const HINDRANCES: { readonly [why in Hindrance]: Told } = {
  shared: {
    message: 'is written by way of an anchor that means others as well',
    remedy: 'write it without the alias, or edit the anchor yourself where all of them are meant',
  },
  unusual: {
    message: 'is written in a way that no edit is sure of, or there is no place for it',
    remedy: 'edit it yourself',
  },
  outside: {
    message: 'is written in a file that only a link in the configuration leads to',
    remedy: 'name that file or its folder as PATH, or edit it yourself',
  },
  nameless: {
    message: 'is live without a name, which every entry of its section has',
    remedy: 'name it in GitLab, or write the section as a list',
  },
  taken: {
    message: 'is live, and another entry of its section has its name',
    remedy: 'write the section as a list, in which both may stand',
  },
};

const REFUSED: Told = {
  message: 'is live as no configuration may have it beside the rest, or would be read otherwise',
  remedy: 'edit it yourself, as `keelson validate` says',
};

function notEdited({ address, place }: ConfigurationEdit, { message, remedy }: Told): Diagnostic {
  return { severity: 'warning', code: 'not-adopted', message: `${address} ${message}`, place, remedy };
}

const unsure: Diagnostic = {
  severity: 'error',
  code: 'adopt-unsure',
  message: 'the files would not be read as they are meant, so that nothing is written',
  remedy: 'this is a fault of Keelson; please report it, with the files if you can',
};
