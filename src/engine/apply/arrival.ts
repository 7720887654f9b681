import { nameField, type Kind } from '../../kind.ts';
import type { Attributes, Change, Json, LiveEntry } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { isSame, lastSegment } from '../../base/scope-path.ts';
import { keyAfterStep } from '../plan/steps.ts';

/** What is seen of a live thing after a change of it. */
type Shown = { readonly spec: Attributes; readonly id?: LiveEntry['id'] };

/**
 * Whether what can be moved stands where its change was to leave it. Of one that only makes way its own name counts: what it stands in may
 * have another by then.
 */
export function hasArrived(change: Change, kind: Kind, key: string, { spec }: Shown): boolean {
  const at = pathOf(kind, spec);
  if (at === undefined || change.action === 'delete') return true;
  const wanted = wantedPath(change, kind, key);
  return change.reason.code === 'makes-way' ? isSame(lastSegment(at), lastSegment(wanted)) : isSame(at, wanted);
}

/** Whether what was to make way stands where its way was to lead in the end: there is nothing to make way from any more. */
export function hasGoneOn({ reason }: Change, kind: Kind, key: string, { spec }: Shown): boolean {
  const at = pathOf(kind, spec);
  return reason.code === 'makes-way' && at !== undefined && isSame(at, keyAfterStep(key));
}

/** Why a change has failed whose last call is done, and has left what it is about at another path than the one asked for. */
export function strayed(change: Change, kind: Kind, key: string, shown: Shown): Omit<Failure, 'call'> | undefined {
  if (hasArrived(change, kind, key, shown)) return undefined;
  const at = pathOf(kind, shown.spec) ?? '';
  const wanted = wantedPath(change, kind, key);
  const id = shown.id === undefined ? '' : ` (id ${String(shown.id)})`;
  return {
    code: 'not-accepted',
    message: `GitLab took the call, but the ${kind.singular} is at ${at}${id}, and not at ${wanted}`,
    remedy: `look in GitLab what is at ${wanted}, or has become of what it stands in; once that path is free, write \`previously: ${at}\` at ${wanted}, without \`restore\``,
  };
}

/** Where a change is to leave what can be moved. */
export function wantedPath({ fields }: Change, kind: Kind, key: string): string {
  const moved: Json | undefined = fields.find(({ path }) => path === nameField(kind))?.to;
  return typeof moved === 'string' ? moved : keyAfterStep(key);
}

/** Undefined for what has no path, and where nothing shows where it stands. */
function pathOf(kind: Kind, spec: Attributes): string | undefined {
  const at = kind.host === undefined ? undefined : spec[nameField(kind) ?? ''];
  return typeof at === 'string' ? at : undefined;
}
