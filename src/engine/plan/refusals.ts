import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Instance } from '../../model.ts';
import { propertyOf } from '../kinds.ts';
import type { Difference } from './diff.ts';

/** What the platform would refuse, or cannot do at all, said before the first call. */
export function cannotCreate(address: string, kind: Kind, declared: Declared): Diagnostic {
  return {
    severity: 'error',
    code: 'cannot-create',
    message: `${address} is not there, and ${kind.section} cannot be created through this program`,
    place: declared.place(),
    remedy: 'correct its name, or create it in GitLab first',
  };
}

export function cannotRemove(address: string, kind: Kind, declared: Declared | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'cannot-remove',
    message: `${address} cannot be removed: GitLab has no way to delete ${kind.section}`,
    place: declared?.place(),
    remedy:
      declared === undefined ? `take ${kind.section} out of \`prune\`` : 'take the entry out of the configuration',
  };
}

export function heldBack(address: string, declared: Declared, held: string, found: Difference | undefined): Diagnostic {
  const what = found === undefined ? 'removed' : 'changed';
  return {
    severity: 'error',
    code: 'held',
    message: `${address} cannot be ${what} here: it is ${held}`,
    place: declared.place(),
    remedy: 'take the entry out of the configuration, or change it where it comes from',
  };
}

export function unsupportedField(
  address: string,
  kind: Kind,
  field: string,
  declared: Declared,
  instance: Instance,
): Diagnostic {
  const since = propertyOf(kind, field)?.['x-since'] ?? '';
  return {
    severity: 'warning',
    code: 'unsupported-version',
    message: `${address}: ${field} is left out, since it came with GitLab ${since} and this is ${instance.version}`,
    place: declared.place(field),
  };
}

export function unknownReference(
  address: string,
  declared: Declared,
  field: string,
  name: string,
  nearest: string | undefined,
): Diagnostic {
  return {
    severity: 'error',
    code: 'unknown-reference',
    message: `${address}: there is no ${field} named ${name}`,
    place: declared.place(field),
    remedy: nearest === undefined ? 'declare it, or correct its name' : `declare it, or write ${nearest}`,
  };
}

export function belowInherited(address: string, declared: Declared, from: string): Diagnostic {
  return {
    severity: 'error',
    code: 'below-inherited',
    message: `${address} would have less access than it inherits from ${from}, which GitLab refuses`,
    place: declared.place('access_level'),
    remedy: `give it at least what ${from} gives, or take it out`,
  };
}

export function exceedsParent(
  address: string,
  declared: Declared,
  field: string,
  value: string,
  parent: string,
  most: string,
): Diagnostic {
  return {
    severity: 'error',
    code: 'exceeds-parent',
    message: `${address} cannot have ${field} ${value} below ${parent}, which has ${most}`,
    place: declared.place(field),
    remedy: `lower it to ${most}, or raise ${parent}`,
  };
}

export function missingParent(address: string, declared: Declared, parent: string): Diagnostic {
  return {
    severity: 'error',
    code: 'missing-parent',
    message: `${address} cannot be created: there is no group ${parent} to put it in`,
    place: declared.place(),
    remedy: `declare ${parent} too, or correct the path`,
  };
}

export function inUse(address: string, declared: Declared | undefined, users: readonly string[]): Diagnostic {
  const some = users.slice(0, 3).join(', ');
  const more = users.length > 3 ? ` and ${users.length - 3} more` : '';
  return {
    severity: 'error',
    code: 'in-use',
    message: `${address} cannot be removed or replaced while something undeclared uses it: ${some}${more}`,
    place: declared?.place(),
    remedy: 'declare what uses it, or take the use away in GitLab first',
  };
}

export function forgets(address: string, declared: Declared, lost: readonly string[]): Diagnostic {
  return {
    severity: 'warning',
    code: 'forgets',
    message: `${address}: this change makes GitLab forget ${lost.join(', ')}, which nothing declares`,
    place: declared.place(),
    remedy: 'declare what is to stay, so that it is sent again',
  };
}
