import { asLevel, levelNumber } from '../access-levels.ts';
import type { Change, FieldChange, Json } from '../model.ts';
import { named } from './paragraphs/likeness.ts';

/** The states of users who may not sign in. */
const LOCKED_OUT: ReadonlySet<Json | undefined> = new Set(['blocked', 'deactivated', 'banned']);

/** Kinds whose entries give people access. */
const GIVES_ACCESS: ReadonlySet<string | undefined> = new Set(['member', 'share', 'saml_link', 'ldap_link', 'user']);

/** Whether a change that removes nothing gives somebody less access than before: a lower level, an earlier end, a blocked user. */
export function takesAccess({ address, action, fields }: Pick<Change, 'address' | 'action' | 'fields'>): boolean {
  if (action !== 'update' && action !== 'replace') return false;
  return GIVES_ACCESS.has(named(address).noun) && fields.some(isLess);
}

function isLess({ path, from, to }: FieldChange): boolean {
  switch (path) {
    case 'access_level': {
      const [before, after] = [asLevel(from), asLevel(to)];
      return before !== undefined && after !== undefined && levelNumber(after) < levelNumber(before);
    }
    case 'expires_at':
      return typeof to === 'string' && (typeof from !== 'string' || to < from);
    case 'state':
      return LOCKED_OUT.has(to) && !LOCKED_OUT.has(from);
    case 'admin':
    case 'auditor':
      return from === true && to === false;
    default:
      return false;
  }
}
