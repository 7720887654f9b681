import { canonicalJson } from '../../base/canonical-json.ts';
import type { Change } from '../../model.ts';
import { splitAddress } from '../split-address.ts';

/** What of a change decides whether it is told together with others. */
export type Told = Pick<Change, 'address' | 'action' | 'reason' | 'fields'>;

/** What an address names within its scope: `member[alice]` is `alice` of the noun `member`; the scope itself has neither. */
export interface Named {
  readonly scope: string;
  readonly noun: string | undefined;
  readonly key: string | undefined;
}

/** An address in its scope, its kind, and the key there. */
export function named(address: string): Named {
  const { scope, rest } = splitAddress(address);
  const match = rest === undefined ? null : /^([^[\]]*)\[(.*)\]$/s.exec(rest);
  return { scope, noun: match?.[1] ?? rest, key: match?.[2] };
}

/** How many scopes or, in fewer, how many changes are worth a paragraph: less is read as fast one by one. */
const SCOPES = 3;
const CHANGES = 10;

/** Whether changes that are alike are many enough to be told as one paragraph. */
export function isMany(changes: readonly Pick<Change, 'address'>[]): boolean {
  if (changes.length < SCOPES) return false;
  return changes.length >= CHANGES || new Set(changes.map(({ address }) => named(address).scope)).size >= SCOPES;
}

/**
 * The names of paragraphs: two changes have the same one where what is printed of them differs in their addresses and places alone. It
 * is compared as data, not as it is printed, where long values are cut. None has one that has too few like it. What is printed `beside`
 * a change, such as who made it, has to be the same as well.
 */
export function paragraphs<One extends Told>(
  changes: readonly One[],
  beside: (change: One) => string = () => '',
): (change: One) => string | undefined {
  const alike = new Map<string, One[]>();
  for (const change of changes) {
    const likeness = `${likenessText(change)} ${beside(change)}`;
    const others = alike.get(likeness);
    if (others === undefined) alike.set(likeness, [change]);
    else others.push(change);
  }
  const paragraphOf = new Map<One, string>();
  for (const [likeness, together] of alike) {
    if (isMany(together)) for (const change of together) paragraphOf.set(change, likeness);
  }
  return (change) => paragraphOf.get(change);
}

/** Everything that is printed of a change but where it stands. */
function likenessText({ address, action, reason, fields }: Told): string {
  const { scope, noun, key } = named(address);
  // A scope of its own is of the kind of scope that it is.
  const kind = noun ?? /^[a-z]*/.exec(scope)?.[0];
  return canonicalJson([kind, key !== undefined, noun !== undefined, action, reason, fields]);
}
