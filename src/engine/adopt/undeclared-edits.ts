import { entryAddresses } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { LiveEntry, Section } from '../../model.ts';
import { exportable } from '../export/exportable.ts';
import { veiledKey } from '../export/veiled-key.ts';
import { withoutDefaults } from '../export/without-defaults.ts';
import { left } from './left-alone.ts';
import type { Adoption, Site } from './site.ts';

/** Declares what is live in a section and nobody declares, as an export would, without what is as on a new GitLab. */
export function undeclaredEdits(
  section: Section,
  kind: Kind,
  leftover: readonly LiveEntry[],
  { check, undeclared }: Site,
): Adoption {
  const { scope, name } = section;
  const address = entryAddresses(kind, scope);
  const told = leftover.filter(
    ({ key, id }) => undeclared.has(address(key)) || undeclared.has(address(`${key}#${String(id)}`)),
  );
  if (told.length === 0) return { edits: [], left: [] };
  const isHeld = ({ held, robot }: LiveEntry): boolean => held === true || robot === true;
  const found = exportable(
    scope,
    kind,
    told.filter((entry) => !isHeld(entry)),
    check,
  );
  const { entries } = withoutDefaults(found.section, kind).section;
  return {
    edits: entries.map(({ key, spec }) => ({ scope, section: name, key, address: address(key), does: 'add', spec })),
    left: [
      ...told.filter(isHeld).map(({ key }) => left(address(key), 'held', undefined)),
      ...found.left.map(({ key, spec, id }) =>
        left(address(veiledKey(key, spec).shown), 'unnamed', undefined, id === undefined ? undefined : `id ${id}`),
      ),
      ...found.withheld.map((at) => left(at, 'secret', undefined)),
      ...found.invalid.map(({ address: at, message }) => left(at, 'refused', undefined, message)),
    ],
  };
}
