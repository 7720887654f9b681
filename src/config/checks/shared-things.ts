import { scopeAddress } from '../../address.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Scope, Section } from '../../model.ts';

interface Place {
  readonly entry: Declared;
  readonly scope: Scope;
}

/** One thing in several scopes that is declared in two ways: what is right in one is wrong in the other, so that no plan ends. */
export function sharedThings({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  const first = new Map<string, Place>();
  return sections.flatMap((section) => {
    const { shared } = kindOf(section).identity;
    if (shared === undefined) return [];
    return section.entries.flatMap((entry) => {
      const what = entry.state === 'absent' ? undefined : shared.of(entry.spec);
      if (what === undefined) return [];
      const thing = `${section.name} ${what}`;
      const other = first.get(thing);
      if (other === undefined) {
        first.set(thing, { entry, scope: section.scope });
        return [];
      }
      return shared.fields
        .filter((field) => differs(entry, other.entry, field))
        .map((field) => twoWays(entry, other, field));
    });
  });
}

/** A field that is not declared says nothing. */
function differs(one: Declared, other: Declared, field: string): boolean {
  const [here, there] = [one.spec[field], other.spec[field]];
  return here !== undefined && there !== undefined && canonicalJson(here) !== canonicalJson(there);
}

function twoWays(entry: Declared, { entry: other, scope }: Place, field: string): Diagnostic {
  return {
    severity: 'error',
    code: 'shared-otherwise',
    message: `\`${entry.key}\` is the same as \`${other.key}\` of ${scopeAddress(scope)}, and has one \`${field}\` in all places`,
    place: entry.place(field),
    related: [{ message: 'The other one is declared here', place: other.place(field) }],
    remedy: `Give both the same \`${field}\``,
  };
}
