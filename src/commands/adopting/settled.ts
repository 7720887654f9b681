import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { refusedFields } from '../../config/refused-fields.ts';
import type { Ready, Wish } from '../../engine/merge-request/ground.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Touch } from '../../model.ts';
import type { Checkout } from './checkout.ts';
import type { Look } from './look.ts';
import { notAdopted, notAppliedYet } from './not-applied.ts';
import { proposeAll, type Proposal, type Sources } from './proposal.ts';
import { editedFiles } from './wish.ts';

/** What a merge request is made of that adopts what is live. */
export interface Adopting {
  readonly proposal: Proposal;
  /** The configuration that was read. */
  readonly desired: Desired;
  readonly sources: Sources;
  readonly look: Look;
  /** The user of the run. */
  readonly me: string;
  /** The client of the instance that was looked at. */
  readonly client: Client;
}

/** What a proposal comes to in a repository, with who did what is in it. */
export interface Whole {
  readonly wish: Wish;
  readonly checkout: Checkout;
  readonly who: ReadonlyMap<string, Touch>;
}

/** What is proposed in the end, and that some of it is not. */
export interface Settled {
  readonly wish: Wish;
  readonly proposal: Proposal;
  readonly unapplied: readonly Diagnostic[];
}

/** The proposal without what is merged and not applied yet, as the repository tells. Throws ApiError. */
export async function withoutUnapplied(
  { wish, checkout, who }: Whole,
  { proposal, sources, look, desired, me, client: looked }: Adopting,
  ground: Ready,
  client: Client,
): Promise<Settled | Diagnostic> {
  const unapplied = await notAppliedYet(
    { proposal, desired, sources, look, me, checkout, who, client: looked },
    ground,
    client,
  );
  if (unapplied.length === 0) return { wish, proposal, unapplied: [] };
  const rest = proposeAll(desired, sources, look, refusedFields(allKinds), unapplied);
  const edited = editedFiles(rest, sources, checkout);
  if ('severity' in edited) return edited;
  const told = unapplied.map((one) => notAdopted(one, desired, look.plan));
  return { wish: { ...wish, files: edited }, proposal: rest, unapplied: told };
}
