import { canonicalJson } from '../../base/canonical-json.ts';
import { HIDDEN } from '../../base/url-secrets.ts';
import type { Change, FieldChange } from '../../model.ts';

/**
 * Whether what is made anew has a field as it was, be it that nobody declares it or that it is alike: it is a part of the change, and no
 * difference. A secret that is sent again is not known to be the same.
 */
export function isKept({ from, to }: FieldChange, action: Change['action']): boolean {
  if (action !== 'replace' || from === undefined || to === undefined || to === HIDDEN) return false;
  return canonicalJson(from) === canonicalJson(to);
}

/** The fields in which what is live is not as declared. */
export function differingFields({ fields, action }: Pick<Change, 'fields' | 'action'>): readonly FieldChange[] {
  return fields.filter((field) => !isKept(field, action));
}
