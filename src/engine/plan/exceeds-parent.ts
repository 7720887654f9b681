import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parentPath } from '../../base/scope-path.ts';
import type { Attributes, Desired, Section, World } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import type { Draft } from './draft.ts';
import { exceedsParent, worded } from './refusals.ts';
import { boundedFields } from './within-parent.ts';

/**
 * The visibility of a group or project cannot exceed that of the group above (POST and PUT /groups, PUT /projects/:id, 18.9); that of a new
 * project is lowered in silence (POST /projects, 18.9).
 */
export function checkWithinParent(
  drafts: readonly Draft[],
  desired: Desired,
  world: World,
  kinds: Kinds,
): Diagnostic[] {
  const find = finalEntries(desired, world);
  const groups = hostingKind(kinds, 'group');
  if (groups === undefined) return [];
  return drafts.flatMap((draft) => {
    const { declared, kind, key, change } = draft;
    const parent = parentPath(key);
    if (declared === undefined || parent === '' || change.action === 'delete') return [];
    return boundedFields(kind).flatMap(([field, ranks]) => {
      const own = declared.spec[field];
      const most = find(sectionAddress(draft.scope, groups.section), parent, field);
      const rank = (value: unknown): number => ranks.findIndex((level) => level === value);
      if (rank(most) < 0 || rank(own) <= rank(most)) return [];
      return [
        exceedsParent(
          change.address,
          declared,
          field,
          worded(own),
          entryAddress(groups, draft.scope, parent),
          worded(most),
        ),
      ];
    });
  });
}

interface Final {
  readonly declared?: Attributes;
  readonly live?: Attributes;
}

/** Finds the value that a field of an entry will have; each section is indexed when it is first asked about. */
function finalEntries(desired: Desired, world: World): (address: string, key: string, field: string) => unknown {
  const sections = sectionsByAddress(desired);
  const tables = new Map<string, ReadonlyMap<string, Final>>();
  const tableOf = (address: string): ReadonlyMap<string, Final> => {
    const known = tables.get(address);
    if (known !== undefined) return known;
    const table = new Map<string, Final>();
    for (const entry of sections.get(address)?.entries ?? [])
      table.set(entry.key.toLowerCase(), { declared: entry.spec });
    for (const entry of world.sections.get(address) ?? []) {
      const key = (entry.renamedFrom ?? entry.key).toLowerCase();
      table.set(key, { live: entry.spec, ...table.get(key) });
    }
    tables.set(address, table);
    return table;
  };
  return (address, key, field) => {
    const found = tableOf(address).get(key.toLowerCase());
    const declared = found?.declared?.[field];
    return declared === undefined ? found?.live?.[field] : declared;
  };
}

/** The declared sections, the first of each address. */
export function sectionsByAddress({ sections }: Desired): ReadonlyMap<string, Section> {
  const byAddress = new Map<string, Section>();
  for (const section of sections) {
    const address = sectionAddress(section.scope, section.name);
    if (!byAddress.has(address)) byAddress.set(address, section);
  }
  return byAddress;
}
