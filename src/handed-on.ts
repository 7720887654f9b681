import { entryAddress } from './address.ts';
import type { Kind } from './kind.ts';
import type { Declared, Desired, Scope, Section } from './model.ts';

/** An entry of another section that gets the secret of a new one, and is declared by that alone. */
export interface HandedEntry {
  readonly kind: Kind;
  readonly scope: Scope;
  readonly address: string;
  /** In normal form, without the secret; its place is that of the entry whose secret it gets. */
  readonly entry: Declared;
  /** The field that says where the secret goes. */
  readonly says: string;
  /** The field that the secret goes into. */
  readonly field: string;
  /** What such a secret looks like. */
  readonly form: RegExp;
}

/** The kind of a section. */
export type KindOfSection = (section: Pick<Section, 'name' | 'scope'>) => Kind;

/** The entries of other sections that get the secret of an entry of a kind, once that is made. */
export function handedOn(kind: Kind, declared: Declared, kindOf: KindOfSection): readonly HandedEntry[] {
  if (kind.handsOn === undefined || declared.state === 'absent') return [];
  return kind.handsOn(declared.spec).map(({ section, scope, spec, field, form, from }) => {
    const target = kindOf({ name: section, scope });
    const normal = target.identity.normal?.(spec) ?? spec;
    const key = target.identity.key(normal);
    const place: Declared['place'] = () => declared.place(from);
    const entry: Declared = { key, spec: normal, state: 'present', protect: false, place };
    return { kind: target, scope, address: entryAddress(target, scope, key), entry, says: from, field, form };
  });
}

/** An entry of another section that gets the secret of one, and that one. */
export interface HandedPlace extends HandedEntry {
  readonly from: Declared;
}

/** All that gets the secrets of what is declared, wherever that is. */
export function handedPlaces({ sections }: Pick<Desired, 'sections'>, kindOf: KindOfSection): readonly HandedPlace[] {
  return sections.flatMap((section) => {
    const kind = kindOf(section);
    if (kind.handsOn === undefined) return [];
    return section.entries.flatMap((from) => handedOn(kind, from, kindOf).map((one) => ({ ...one, from })));
  });
}
