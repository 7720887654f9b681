import { canonicalJson } from '../../base/canonical-json.ts';
import type { Plan } from '../../model.ts';
import type { Read } from '../../read.ts';
import { findingsIn } from '../findings-in.ts';
import { lookUp } from '../observe/batches/look-ups.ts';
import type { ApplyContext } from './apply-context.ts';

/** Looks up together, as far as GraphQL knows it, what the calls of a plan are going to look up one by one. */
export async function findAhead({ changes }: Plan, { client, kinds, found }: ApplyContext): Promise<void> {
  const findings = changes.flatMap(({ calls }) => calls.flatMap(({ body }) => findingsIn(body)));
  const known = await lookUp(
    findings.map(({ read }) => read),
    kinds,
    client,
  );
  for (const { read, field } of findings) {
    const value = known(read)?.[field];
    if (value !== undefined) found.set(findingName(read, field), Promise.resolve(value));
  }
}

/** What is found is known by what it was looked up by, and the field that is wanted of it. */
export function findingName(read: Read, field: string): string {
  return canonicalJson([read, field]);
}
