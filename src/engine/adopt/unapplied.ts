import type { ConfigurationEdit, LiveValue } from '../../configuration-edit.ts';
import type { Declared, Desired, Plan } from '../../model.ts';
import { addressIdentity } from '../address-identity.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { Commit } from '../repository/history.ts';
import { differencesOf } from './agreement.ts';

/** One difference of an edit: the whole, or one of its values. */
export interface Difference {
  readonly edit: ConfigurationEdit;
  readonly value?: LiveValue;
}

/** A difference that a commit has made, as far as anybody can tell: what is live is what the configuration said before it. */
export interface Unapplied extends Difference {
  readonly commit: Commit;
}

/** Each difference by itself. */
export function differencesIn(edits: readonly ConfigurationEdit[]): readonly Difference[] {
  return edits.flatMap((edit): readonly Difference[] =>
    edit.does === 'set' ? edit.values.map((value) => ({ edit, value })) : [{ edit }],
  );
}

/** A function that tells whether an earlier version of a configuration, and its plan, already said what is live now, in place of what is declared now. */
export function saidBefore(earlier: Desired, plan: Plan, kinds: Kinds): (difference: Difference) => boolean {
  const declared = declaredIn(earlier, kinds);
  const differences = [...differencesOf(plan)];
  return ({ edit, value }) => {
    const isDeclared = declared.get(identityOf(edit.address, kinds))?.state === 'present';
    if (edit.does === 'remove') return !isDeclared;
    if (!isDeclared || value === undefined) return isDeclared;
    const at = `${edit.address}.${value.path.join('.')}`;
    return !differences.some(
      (one) => one === at || one.startsWith(`${at}.`) || at.startsWith(`${one}.`) || one.startsWith(`${edit.address} `),
    );
  };
}

/** The edits without what is not applied yet. */
export function without(
  edits: readonly ConfigurationEdit[],
  unapplied: readonly Unapplied[],
): readonly ConfigurationEdit[] {
  const named = new Set(unapplied.map(nameOf));
  return edits.flatMap((edit): readonly ConfigurationEdit[] => {
    if (edit.does !== 'set') return named.has(nameOf({ edit })) ? [] : [edit];
    const values = edit.values.filter((value) => !named.has(nameOf({ edit, value })));
    return values.length === 0 ? [] : [{ ...edit, values }];
  });
}

/** `group[team].name`: what a difference is of. */
export function nameOf({ edit, value }: Difference): string {
  return value === undefined ? edit.address : `${edit.address}.${value.path.join('.')}`;
}

function declaredIn({ sections }: Desired, kinds: Kinds): ReadonlyMap<string, Declared> {
  return new Map(
    sections.flatMap(({ scope, name, entries }) => {
      const kind = kinds.get(name);
      return kind === undefined
        ? []
        : entries.map((entry) => [addressIdentity(kind, scope, entry.key), entry] as const);
    }),
  );
}

function identityOf(address: string, kinds: Kinds): string {
  const { kind, scope, key } = partsOf(address, kinds);
  return addressIdentity(kind, scope, key);
}
