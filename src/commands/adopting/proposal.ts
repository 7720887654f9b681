import type { Diagnostic } from '../../base/diagnostic.ts';
import { mostThatHold, type Verdict } from '../../base/most-that-hold.ts';
import { editedConfiguration } from '../../config/adopt/edited-configuration.ts';
import { textsOver } from '../../config/adopt/texts-over.ts';
import { writtenConfiguration } from '../../config/adopt/written-scopes.ts';
import type { Hindrance } from '../../config/adopt/yaml-edit.ts';
import type { FileSystem } from '../../config/files.ts';
import { loadConfig, type Loaded } from '../../config/load.ts';
import { keepingReader, type KeepingReader } from '../../config/yaml/keeping-reader.ts';
import type { FileText } from '../../config/yaml/places.ts';
import type { Read } from '../../config/yaml/reading.ts';
import type { ConfigurationEdit } from '../../configuration-edit.ts';
import { adoption } from '../../engine/adopt/adoption.ts';
import { disagreement } from '../../engine/adopt/agreement.ts';
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

/** The files as they are read, with what they say and the plan of that. */
interface Standing {
  readonly texts: readonly FileText[];
  readonly desired: Desired;
  readonly plan: Plan;
}

/** Where some edits lead to, and what of them could not be made of the texts or does not say what is live. */
interface Step extends Standing {
  readonly edits: readonly ConfigurationEdit[];
  readonly left: readonly Diagnostic[];
}

/**
 * The files with as many of the edits as make them say what is live: each text is read again and planned against the same world before anything is
 * written, and an edit with which that goes wrong is left out, and told.
 */
function propose(
  edits: readonly ConfigurationEdit[],
  from: Standing,
  sources: Sources,
  look: Look,
  reader: KeepingReader,
): Step {
  const written = writtenConfiguration(from.texts, allKinds, reader.read);
  const kindOfEdit = ({ section }: ConfigurationEdit) => kindOf(look.kinds, section);
  const edited = (some: readonly ConfigurationEdit[]) =>
    editedConfiguration(from.texts, written, kindOfEdit, some, sources.mayEdit, reader.parse);
  const whole = edited(edits);
  const possible = edits.filter((edit) => !whole.hindered.has(edit));
  // What held last is what is kept.
  let held = from;
  const { kept, refused } = mostThatHold(possible, (some): Verdict<ConfigurationEdit> => {
    // Without those that could not be made the texts are the same.
    const { texts, hindered } =
      some.length === possible.length ? { ...whole, hindered: new Map<ConfigurationEdit, Hindrance>() } : edited(some);
    const { desired, diagnostics } = load(texts, sources, reader.read);
    if (hindered.size > 0) return { holds: false, why: HINDRANCES.unusual.message, suspects: inWords(hindered) };
    const error = diagnostics.find(({ severity }) => severity === 'error');
    if (error !== undefined || desired === undefined)
      return { holds: false, why: error?.message ?? 'it says nothing', suspects: new Map() };
    const plan = look.planOf(desired);
    const differs = disagreement(from.plan, plan, some);
    if (differs !== undefined) return { holds: false, ...differs };
    held = { texts, desired, plan };
    return { holds: true };
  });
  return {
    ...held,
    edits: kept,
    left: [
      ...[...whole.hindered].map(([edit, why]) => notEdited(edit, HINDRANCES[why])),
      ...[...refused].map(([edit, why]) => notEdited(edit, refusedFor(edit, why))),
    ],
  };
}

function load(texts: readonly FileText[], { path, system, tokenFile }: Sources, read: Read): Loaded {
  return loadConfig(path, allKinds, textsOver(system, texts), process.env, tokenFile, read);
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
): Proposal {
  const reader = keepingReader(allKinds);
  const edits: ConfigurationEdit[] = [];
  let at: Standing = { texts: sources.texts, desired, plan: look.plan };
  for (;;) {
    const found = adoption(look.partOf(at.desired), look.world, look.kinds, at.plan, check);
    // Who is called otherwise by now is not gone.
    const wanted = found.edits.filter(({ does, place }) => does !== 'remove' || !look.isRenamed(place));
    const step = propose(without(wanted, unapplied), at, sources, look, reader);
    if (step.edits.length === 0)
      return { texts: at.texts, desired: at.desired, edits, left: [...found.left, ...step.left] };
    edits.push(...step.edits);
    at = step;
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

function inWords(hindered: ReadonlyMap<ConfigurationEdit, Hindrance>): ReadonlyMap<ConfigurationEdit, string> {
  return new Map([...hindered].map(([edit, why]) => [edit, HINDRANCES[why].message]));
}

/** That an edit is left out, since the configuration with it would not load, or its plan not agree with what is live. */
function refusedFor({ does }: ConfigurationEdit, why: string): Told {
  if (does === 'remove')
    return {
      message: `is not there, and cannot be taken out beside the rest: ${why}`,
      remedy: 'take it out yourself, with what wants it',
    };
  return {
    message: `is live as it cannot be declared beside the rest: ${why}`,
    remedy: 'edit it yourself, as `keelson validate` says',
  };
}

function notEdited({ address, place }: ConfigurationEdit, { message, remedy }: Told): Diagnostic {
  return { severity: 'warning', code: 'not-adopted', message: `${address} ${message}`, place, remedy };
}
