import { numberOf, type Ready, type Wish } from '../../engine/merge-request/ground.ts';
import { declinedRequest, type RequestOutcome, type RequestText } from '../../engine/merge-request/keep-request.ts';
import type { RequestedAdoption } from '../../report/adopt-request.ts';
import { requestedText } from '../../report/adopt-text.ts';
import type { Paint } from '../../report/paint.ts';
import { visible } from '../../report/visible.ts';

export const NOTHING = 'Nothing to adopt: the configuration says what is live, but for what is told above.';

/** What became of the merge request, once that is known. */
export function outcomeText(
  outcome: Exclude<RequestOutcome, { readonly type: 'lost' | 'moved' }>,
  wish: Wish,
  adoption: RequestedAdoption,
  paint: Paint,
): string {
  switch (outcome.type) {
    case 'made':
    case 'brought up to date':
    case 'up to date': {
      const became = BECAME[outcome.type](`${wish.project}!${outcome.iid}`);
      return requestedText(adoption, adoption.files, became, outcome.url, paint);
    }
    case 'declined':
      return `${declinedText(outcome, wish)}\n${visible(outcome.url)}\n`;
    case 'closed': {
      const requests = outcome.iids.map((iid) => `Closed ${wish.project}!${iid}.`);
      const branch = outcome.isBranchGone ? [`Removed the branch ${wish.branch}.`] : [];
      return `${[NOTHING, ...requests, ...branch].join('\n')}\n`;
    }
    case 'nothing':
      return `${NOTHING}\n`;
  }
}

const BECAME = {
  made: (name: string) => `Made ${name}`,
  'brought up to date': (name: string) => `Brought ${name} up to date`,
  'up to date': (name: string) => `Nothing new for ${name}`,
};

function declinedText({ iid, by }: { readonly iid: number; readonly by: string }, { project }: Wish): string {
  const name = `${project}!${iid}`;
  return `${name} says the same, and ${visible(by)} has closed it: it is not made again. Apply brings back what is declared; reopened, ${name} is kept up to date.`;
}

/** What would become of the merge request. */
export function wouldText(ground: Ready, wish: Wish, text: RequestText): string {
  const { requests, repository, branch } = ground;
  const names = requests.map((row) => `${wish.project}!${numberOf(row)}`).join(', ');
  if (wish.files.length > 0) {
    const declined = declinedRequest(ground, text);
    if (declined !== undefined) return declinedText(declined, wish);
    return names === ''
      ? `A merge request from ${wish.branch} into ${repository.defaultBranch} of ${wish.project} would be made.`
      : `${names} would be brought up to date.`;
  }
  if (names === '' && branch.type !== 'ours') return NOTHING;
  return `${NOTHING} ${names === '' ? `The branch ${wish.branch} would be removed.` : `${names} would be closed.`}`;
}
