import { hasAbility, hasLevel, type Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { TokenRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';

/** Owners of a group, Maintainers of a project, or a custom role that may. */
export function managesTokens(context: RequestContext, source: Source): boolean {
  if (hasLevel(context, source, source.type === 'group' ? 50 : 40)) return true;
  return hasAbility(context, source, `manage_${source.type}_access_tokens`);
}

/** A token of the place, whatever its state. */
export function tokenOn(context: RequestContext, source: Source, id: string): TokenRow | undefined {
  return tokensOn(context, source).find((token) => String(token.id) === id);
}

export function tokensOn(context: RequestContext, source: Source): readonly TokenRow[] {
  return context.platform.state.tokensBySource(sourceKey(source.type, source.row.id));
}
