import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { nearest } from '../../base/nearest.ts';
import type { Attributes, Declared, FieldChange, LiveEntry } from '../../model.ts';
import { propertyOf, referencesOf } from '../kinds.ts';
import { NOTHING, type Context, type Part } from './context.ts';
import { difference, shown, type Difference } from './diff.ts';
import { alteration, creation, remaking, removal } from './drafting.ts';
import {
  cannotCreate,
  cannotRemove,
  forgets,
  heldBack,
  missingParent,
  unknownReference,
  unsupportedField,
} from './refusals.ts';
import { isSettled } from './settled.ts';

/** What has to happen to one declared entry, or why it cannot. */
export function entryPart(context: Context, declared: Declared, live: LiveEntry | undefined): Part {
  if (declared.state === 'absent') return absentPart(context, declared, live);
  const { kind, world, section } = context;
  const address = entryAddress(kind, section.scope, declared.key);
  if (live !== undefined && isUntouched(context, address, declared, live)) return NOTHING;
  const missing = missingReferences(context, declared, live);
  if (missing.length > 0) return { ...NOTHING, diagnostics: missing };
  const compared = difference(kind, declared.spec, live?.spec, world.instance.version);
  const pointed = withReplaced(context, declared, compared);
  const found = live === undefined ? pointed : withUnverifiable(context, address, declared.spec, pointed);
  const diagnostics = found.unsupported.map((field) =>
    unsupportedField(address, kind, field, declared, world.instance),
  );
  const unverifiable = found.unverifiable.map((field) => `${address}.${field}`);
  const entry = { ...declared, spec: found.completed };
  if (live === undefined) {
    if (kind.create === undefined) return { ...NOTHING, diagnostics: [cannotCreate(address, kind, entry)] };
    return { drafts: [creation(context, entry, found)], unverifiable, diagnostics };
  }
  if (context.secretLost(address))
    return { drafts: [remaking(context, entry, live, found)], unverifiable, diagnostics };
  if (found.names.size === 0 && live.leaving === undefined) return { drafts: [], unverifiable, diagnostics };
  if (live.held !== undefined) return { ...NOTHING, diagnostics: [heldBack(address, declared, live.held, found)] };
  const lost = lossOf(context, address, declared, live, found);
  return { drafts: alteration(context, entry, live, found), unverifiable, diagnostics: [...diagnostics, ...lost] };
}

function lossOf(
  { kind }: Context,
  address: string,
  declared: Declared,
  live: LiveEntry,
  found: Difference,
): Diagnostic[] {
  const entry = { ...declared, spec: found.completed };
  const lost = kind.loses?.(live.live, { names: found.names, entry, fields: found.fields }) ?? [];
  return lost.length === 0 ? [] : [forgets(address, declared, lost)];
}

/** Most entries are as they are declared: this is asked a million times, and answered without making anything. */
function isUntouched({ kind, secretLost }: Context, address: string, declared: Declared, live: LiveEntry): boolean {
  if (live.leaving !== undefined || live.standsFor !== undefined || secretLost(address)) return false;
  return isSettled(kind, declared.spec, live.spec);
}

/** What the entry refers to and is not there: a role, or the group to create a group in. */
function missingReferences(
  { kind, section, estate }: Context,
  declared: Declared,
  live: LiveEntry | undefined,
): Diagnostic[] {
  const address = entryAddress(kind, section.scope, declared.key);
  const unknown = referencesOf(kind, declared.spec)
    .filter((reference) => estate.find(reference.section, reference.name, section.scope) === undefined)
    .map(({ section: target, name, field }) =>
      unknownReference(address, declared, field, name, nearest(name, estate.names(target, section.scope))),
    );
  const parent = kind.hosts === undefined ? '' : declared.key.slice(0, Math.max(0, declared.key.lastIndexOf('/')));
  const stays = live !== undefined && live.standsFor === undefined;
  if (parent === '' || stays || kind.create === undefined) return unknown;
  if (estate.find(section.name, parent, section.scope) !== undefined) return unknown;
  return [...unknown, missingParent(address, declared, parent)];
}

/** The difference with the references in it to what this plan replaces: the name stays, and what it names is another object. */
function withReplaced({ kind, section, estate, replaced }: Context, declared: Declared, found: Difference): Difference {
  const moved = referencesOf(kind, declared.spec).filter(({ section: target, name, field }) => {
    const holding = estate.find(target, name, section.scope);
    return holding !== undefined && replaced.has(holding.address) && !found.names.has(field);
  });
  if (moved.length === 0) return found;
  const fields = moved.map(({ name, field }) => ({ path: field, from: name, to: name }));
  const names = new Set([...found.names, ...moved.map(({ field }) => field)]);
  return { ...found, names, fields: [...found.fields, ...fields] };
}

/** The difference with what the API does not return in it: what the ledger knows to be another, and what is to be sent in any case. */
function withUnverifiable(
  { kind, resend, secretState }: Context,
  address: string,
  declared: Attributes,
  found: Difference,
): Difference {
  const sent = found.unverifiable.filter(
    (field) => resend(address) || secretState(`${address}.${field}`) === 'changed',
  );
  const unverifiable = found.unverifiable.filter((field) => secretState(`${address}.${field}`) !== 'same');
  const fields = sent.flatMap((path): FieldChange[] => {
    const schema = propertyOf(kind, path);
    const value = declared[path];
    return schema === undefined || value === undefined ? [] : [{ path, from: undefined, to: shown(schema, value) }];
  });
  return { ...found, unverifiable, names: new Set([...found.names, ...sent]), fields: [...found.fields, ...fields] };
}

function absentPart(context: Context, declared: Declared, live: LiveEntry | undefined): Part {
  const { kind, section } = context;
  if (live === undefined || live.leaving !== undefined) return NOTHING;
  const address = entryAddress(kind, section.scope, declared.key);
  if (live.held !== undefined) return { ...NOTHING, diagnostics: [heldBack(address, declared, live.held, undefined)] };
  if (kind.remove === undefined) return { ...NOTHING, diagnostics: [cannotRemove(address, kind, declared)] };
  return { ...NOTHING, drafts: [removal(context, live, declared, 'declared absent')] };
}
