import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Declared, Instance } from '../../model.ts';
import type { Kept } from '../../handed-down.ts';
import { fieldsWith, propertyOf } from '../kinds.ts';
import { orNotShown } from '../not-shown.ts';
import type { Difference, Due } from './diff.ts';

/** What the platform would refuse, or cannot do at all, said before the first call. */
export function cannotCreate(
  address: string,
  kind: Kind,
  declared: Declared,
  missingAbove: string | undefined,
  instance: Instance,
): Diagnostic {
  const [word] = kind.calls.create === undefined ? [] : fieldsWith(kind, 'x-making').map(([field]) => field);
  const why =
    word === undefined
      ? `${kind.section} cannot be created through this program`
      : `nothing says that it is to be made`;
  const make = word === undefined ? 'create it in GitLab first' : `write \`${word}: {}\` in it to make it`;
  return {
    severity: 'error',
    code: 'cannot-create',
    message: `${address} is not there${orNotShown(instance)}, and ${why}`,
    place: declared.place(),
    remedy:
      missingAbove === undefined
        ? `correct its name, or ${make}`
        : `correct its name, ${make}, or write \`restore: true\` in ${missingAbove}, which is not there either, if that waits for its deletion`,
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
  if (found?.due !== undefined) return notRenewed(address, declared, held, found.due);
  const what = found === undefined ? 'removed' : 'changed';
  return {
    severity: 'error',
    code: 'held',
    message: `${address} cannot be ${what} here: it is ${held}`,
    place: declared.place(),
    remedy: 'take the entry out of the configuration, or change it where it comes from',
  };
}

/** What is due and stays: to replace the token that a run comes with would be its last request. */
function notRenewed(address: string, declared: Declared, held: string, { ends }: Due): Diagnostic {
  return {
    severity: 'warning',
    code: 'not-renewed',
    message: `${address} is due for rotation (it ${ends === null ? 'has no end' : `ends on ${ends}`}), and is left alone: it is ${held}`,
    place: declared.place(),
    remedy: 'give the runs another token before that day: the first of them replaces this one then',
  };
}

/** Nobody can say what is due, nor when a new one ends, without a date in the platform's answers. */
export function unknownDay(address: string, declared: Declared, rule: string): Diagnostic {
  return {
    severity: 'error',
    code: 'unknown-day',
    message: `${address} is made anew in time, and GitLab's answers do not say what day it is`,
    place: declared.place(rule),
    remedy: 'see that whatever stands before the instance hands the header `Date` on',
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

export function indistinctEntry(address: string, declared: Declared, version: string): Diagnostic {
  return {
    severity: 'error',
    code: 'unsupported-version',
    message: `${address} is for GitLab ${version} the same as another entry, since it lacks what tells them apart`,
    place: declared.place(),
    remedy: 'keep one of the two, or upgrade',
  };
}

export function incomplete(address: string, declared: Declared, message: string, remedy: string): Diagnostic {
  return {
    severity: 'error',
    code: 'incomplete',
    message: `${address} cannot be sent to GitLab: ${message}`,
    place: declared.place(),
    remedy,
  };
}

export function refusedAsNew(
  address: string,
  declared: Declared,
  field: string,
  message: string,
  remedy: string,
): Diagnostic {
  return {
    severity: 'error',
    code: 'refused-as-new',
    message: `${address} would be refused by GitLab: ${message}`,
    place: declared.place(field),
    remedy,
  };
}

export function forAdministrators(
  { address }: Pick<Change, 'address'>,
  declared: Declared | undefined,
  field?: string,
): Diagnostic {
  const what = field === undefined ? address : `${address}: ${field}`;
  return {
    severity: 'error',
    code: 'for-administrators',
    message: `${what} is for administrators to change, and this token's user is none`,
    place: field === undefined ? declared?.place() : declared?.place(field),
    remedy:
      field === undefined
        ? 'use the token of an administrator, or plan the rest with --target'
        : `use the token of an administrator, or take ${field} out`,
  };
}

export function ownUser(address: string, declared: Declared | undefined, fate: string): Diagnostic {
  return {
    severity: 'error',
    code: 'own-user',
    message: `${address} is this token's own user, and cannot be ${fate} by its own run`,
    place: declared?.place(),
    remedy: "take that out, or use another administrator's token",
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

export function contradictedRole(address: string, declared: Declared, field: string): Diagnostic {
  return {
    severity: 'error',
    code: 'contradicts-role',
    message: `${address} has a role and another access level than the role stands on; GitLab would take the level of the role`,
    place: declared.place(field),
    remedy: 'keep one of the two, or write the level that the role stands on where a default says another',
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

export function keptAbove(
  address: string,
  declared: Declared,
  { field, value, by }: Kept,
  above: { readonly address: string; readonly value: string },
): Diagnostic {
  const other = by === field ? `another \`${by}\`` : `\`${by}: false\``;
  return {
    severity: 'error',
    code: 'kept-above',
    message: `${address} cannot have ${field} ${worded(declared.spec[field])} below ${above.address}, whose ${by} ${above.value} keeps everything below from it`,
    place: declared.place(field),
    remedy: `write \`${field}: ${worded(value)}\`, or declare ${other} in ${above.address}`,
  };
}

/** A value as it stands in a message. */
export function worded(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function missingParent(
  address: string,
  declared: Declared,
  parent: string,
  fate: 'created' | 'moved',
  instance: Instance,
): Diagnostic {
  return {
    severity: 'error',
    code: 'missing-parent',
    message: `${address} cannot be ${fate}: there is no group ${parent} to put it in${orNotShown(instance)}`,
    place: declared.place(),
    remedy: `declare ${parent} too (with --target, name it as well), or correct the path`,
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

export function stuck(addresses: readonly string[], declared: Declared | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'in-each-others-way',
    message: `${addresses.join(', ')} are in each other's way, and none of them can make way`,
    place: declared?.place(),
    remedy:
      'declare another path or `name` for one of them, apply that, and then what is meant; delete none before what is to stay is out of it',
  };
}

/** What this plan renames, so that no `ignore` of its section fits it any more: the next plan would remove it. */
export function ignoredNoMore(address: string, was: string): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'ignored-no-more' },
    message: `${address} is kept by \`ignore\` as ${was}, which this plan renames: it stays now, and the next plan would remove it`,
    remedy: 'list its new name under `ignore` as well, or declare it',
  };
}
