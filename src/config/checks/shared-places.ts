import { foldedSection } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { handedPlaces, type HandedPlace, type KindOfSection } from '../../handed-on.ts';
import { identity } from '../../kind.ts';
import type { Declared, Desired } from '../../model.ts';

/** What gets the secret of an entry, and is declared besides, or gets that of another one: each run would take back what the other has done. */
export function sharedPlaces(desired: Desired, kindOf: KindOfSection): Diagnostic[] {
  const places = handedPlaces(desired, kindOf);
  if (places.length === 0) return [];
  const declared = new Map<string, Declared>();
  for (const section of desired.sections) {
    const kind = kindOf(section);
    for (const entry of section.entries)
      declared.set(`${foldedSection(section.scope, section.name)} ${identity(kind, entry.key)}`, entry);
  }
  const first = new Map<string, HandedPlace>();
  return places.flatMap((one) => {
    const name = `${foldedSection(one.scope, one.kind.section)} ${identity(one.kind, one.entry.key)}`;
    const [entry, other] = [declared.get(name), first.get(name)];
    if (other === undefined) first.set(name, one);
    return [
      ...(entry === undefined ? [] : [declaredBesides(one, entry)]),
      ...(other === undefined ? [] : [goesThereToo(one, other)]),
    ];
  });
}

function declaredBesides({ from, address, entry }: HandedPlace, declared: Declared): Diagnostic {
  return {
    severity: 'error',
    code: 'shared-place',
    message: `The secret of \`${from.key}\` would go to ${address}, which is declared besides`,
    place: entry.place(),
    related: [{ message: 'It is declared here', place: declared.place() }],
    remedy: 'Take it out there, or let the secret go elsewhere',
  };
}

function goesThereToo({ from, address, entry }: HandedPlace, other: HandedPlace): Diagnostic {
  return {
    severity: 'error',
    code: 'shared-place',
    message: `\`${from.key}\` would overwrite the secret of \`${other.from.key}\` in ${address}`,
    place: entry.place(),
    related: [{ message: 'The other one goes there from here', place: other.entry.place() }],
    remedy: 'Let each go to a place of its own',
  };
}
