import { fieldOf } from '../field-of.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Scope } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { propertyOf } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decodedAnswer } from './accepted.ts';
import type { ApplyContext } from './apply-context.ts';

/**
 * The fields of a change that is done which need a licence, and of which the answers show nothing, though they show the whole object: what
 * its licence lacks GitLab drops in silence, and does not show (PUT /projects/:id, PUT /groups/:id, PUT /application/settings, 18.9).
 */
export function unshownFields(change: Change, { made, kinds, instance }: ApplyContext): readonly string[] {
  const answer = made.get(change.address);
  const isWhole = change.calls.every(({ answer }) => answer === undefined || answer === 'whole');
  if (answer === undefined || change.action === 'delete' || !isWhole) return [];
  const { kind, scope } = partsOf(change.address, kinds);
  const licensed = change.fields.filter(({ path, to }) => (to ?? null) !== null && needsLicence(kind, path, scope));
  if (licensed.length === 0) return [];
  const shown = decodedAnswer(kind, answer, createDecodeContext(scope, instance, new Map()))?.spec;
  return shown === undefined
    ? []
    : licensed.map(({ path }) => path).filter((path) => shown[fieldOf(path)] === undefined);
}

/** Whether a field needs a licence and is shown where that is there: by its value, and not by a name that an answer lacks. */
function needsLicence(kind: Kind, path: string, scope: Scope): boolean {
  const schema = propertyOf(kind, fieldOf(path));
  if (schema === undefined || schema.writeOnly || schema['x-secret'] || schema['x-local'] || schema['x-detail'])
    return false;
  if (schema['x-ref'] !== undefined || schema['x-names'] !== undefined) return false;
  const tier = schema['x-tier'] ?? (scope.type === 'group' ? schema['x-group-tier'] : undefined);
  return tier !== undefined && tier !== 'free';
}
