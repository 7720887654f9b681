import { sectionAddress } from '../address.ts';
import type { Kind } from '../kind.ts';
import type { Scope } from '../model.ts';
import { hostingKind, kindOf, type Kinds } from './kinds.ts';

/** What an address names. */
export interface AddressParts {
  readonly scope: Scope;
  readonly kind: Kind;
  readonly key: string;
}

const HOST = /^(group|project)\[([^\]]*)\]/;

/** Takes an address apart: `group[platform]/hook[ci]` is the hook `ci` of the group `platform`. Throws for what is none. */
export function partsOf(address: string, kinds: Kinds): AddressParts {
  const host = HOST.exec(address);
  const [whole = '', type, path = ''] = host ?? [];
  const inner = host === null ? address.replace(/^instance\//, '') : address.slice(whole.length + 1);
  if (host !== null && inner === '')
    return { scope: { type: 'instance' }, kind: hosting(type, kinds, address), key: path };
  const scope: Scope = host === null ? { type: 'instance' } : { type: type === 'group' ? 'group' : 'project', path };
  const open = inner.indexOf('[');
  const singular = open < 0 ? inner : inner.slice(0, open);
  const kind = [...kinds.values()].find((candidate) => candidate.singular === singular);
  if (kind === undefined) throw new Error(`${address} names no kind`);
  return { scope, kind, key: open < 0 ? '' : inner.slice(open + 1, -1) };
}

function hosting(type: string | undefined, kinds: Kinds, address: string): Kind {
  const kind = hostingKind(kinds, type);
  if (kind === undefined) throw new Error(`${address} names no kind`);
  return kind;
}

/** The same for an address that an older version has written, or somebody's hand: undefined for what is none, or of a kind that is not known. */
export function knownParts(address: string, kinds: Kinds): AddressParts | undefined {
  try {
    return partsOf(address, kinds);
  } catch {
    return undefined;
  }
}

/** The address of the section that something stands in. Throws for what is no address. */
export function sectionOf(address: string, kinds: Kinds): string {
  const { scope, kind } = partsOf(address, kinds);
  return sectionAddress(scope, kind.section);
}

/** Takes the address of a section apart: `group[platform]/members`. */
export function sectionParts(address: string, kinds: Kinds): Omit<AddressParts, 'key'> {
  const at = address.lastIndexOf('/');
  const [, type, path] = HOST.exec(address.slice(0, at)) ?? [];
  const kind = kindOf(kinds, address.slice(at + 1));
  if (path === undefined) return { kind, scope: { type: 'instance' } };
  return { kind, scope: { type: type === 'group' ? 'group' : 'project', path } };
}
