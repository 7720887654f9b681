import type { Overtaken } from '../outcome.ts';
import { sideText } from './field-text.ts';
import { visible } from './visible.ts';
import { shortened } from './width.ts';

const widestValue = 60;

/** How what a change was computed from is another by now: the end of a sentence about it. */
export function overtakenText(overtaken: Overtaken): string {
  switch (overtaken.code) {
    case 'gone':
      return 'it is not there any more';
    case 'unseen':
      return 'it is not seen any more, and this token is not shown all that there is: nobody can tell here whether it is gone';
    case 'there':
      return 'it is there by now, and was to be made';
    case 'secret-elsewhere':
      return `it is there by now (id ${String(overtaken.id)}), and its secret, which GitLab shows once, is not in ${visible(overtaken.file)}: where nobody has that, remove it in GitLab first, and the new plan makes it anew`;
    case 'somebody-elses':
      return `it was made meanwhile (id ${String(overtaken.id)}), and nothing shows that it is this token's own making: nothing is made in it before a new plan has shown it`;
    case 'another':
      return `what has its name by now (id ${String(overtaken.id)}) is another one than the plan has seen (id ${String(overtaken.was)})`;
    case 'several':
      return `${overtaken.count} have this name by now`;
    case 'more-along':
      return `more would go along with it by now than the plan has told: ${visible(overtaken.names.join(', '))}`;
    case 'another-scope':
      return `${visible(overtaken.scope)} is not the one any more that it was planned in: that was deleted or moved away, or this token is not shown it`;
    case 'other-end':
      return `${visible(overtaken.address)}, for whose sake it was to make way, is not as it was planned any more: nothing of the two was moved`;
    case 'renamed':
      return `${visible(overtaken.name)} of ${overtaken.section}, which it names, has another name by now, or is gone${overtaken.unseen ? ', or not shown to this token' : ''} (id ${overtaken.id})`;
    case 'held':
      return `it is ${overtaken.what}, and cannot be changed here`;
    case 'fields':
      return overtaken.fields
        .map(({ path, from, to }) => `${visible(path)} is ${value(to)} by now, and was ${value(from)}`)
        .join('; ');
    case 'one-of':
      return overtaken.fields.length === 0
        ? 'where it stands was changed'
        : `one of these was changed, or where it stands: ${visible(overtaken.fields.join(', '))}`;
    case 'unreadable':
      return `it cannot be looked at any more (${overtaken.status})`;
    case 'modified':
      return 'GitLab says that it was changed since';
  }
}

function value(side: Parameters<typeof sideText>[0]): string {
  return shortened(sideText(side), widestValue);
}
