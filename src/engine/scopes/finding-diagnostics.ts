import { entryAddress, INSTANCE } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Instance, LiveEntry } from '../../model.ts';
import { orNotShown } from '../not-shown.ts';
import { fieldsWith } from '../kinds.ts';
import type { Finding } from './finding.ts';

/** What the matching of scopes found, in words: nothing that `previously` or `restore` says is passed over in silence. */
export function findingDiagnostics(findings: readonly Finding[], kind: Kind, instance: Instance): Diagnostic[] {
  const [making] = fieldsWith(kind, 'x-making').map(([word]) => word);
  return findings.map((finding) =>
    diagnosticOf(finding, entryAddress(kind, INSTANCE, finding.entry.key), making, instance),
  );
}

/** `making` is the word that an entry says where it is to be made. */
function diagnosticOf(finding: Finding, address: string, making: string | undefined, instance: Instance): Diagnostic {
  const { entry } = finding;
  const previously = entry.previously ?? '';
  switch (finding.type) {
    case 'both':
      return finding.owner !== undefined
        ? outOfDate(
            entry,
            `${address} is there (${idOf(finding.here)}), and ${previously} (${idOf(finding.there)}) has an entry of its own`,
          )
        : {
            severity: 'error',
            code: 'both-there',
            message: `${address} is there (${idOf(finding.here)}), and so is ${finding.there.key} (${idOf(finding.there)}), which it is said to have been`,
            place: placeOf(entry, 'previously'),
            remedy: `take \`previously\` out if the move was made before; else move or delete the one of the two in GitLab that is not meant`,
          };
    case 'arrived':
      return outOfDate(
        entry,
        `${address} is ${idOf(finding.here)}, which was at ${previously} and has come here already`,
      );
    case 'done':
      return outOfDate(entry, `${address} is there, and nothing at ${previously} any more`);
    case 'led-on': {
      const { key } = finding.there;
      return {
        severity: 'error',
        code: 'renamed-by-hand',
        message: `${address} is not there, and ${previously}, where it is said to have been, leads to ${key} (${idOf(finding.there)}): that was renamed or moved by hand`,
        place: placeOf(entry, 'previously'),
        remedy: `write \`previously: ${key}\` if it is that one; else correct the path, or take \`previously\` out`,
      };
    }
    case 'nowhere':
      if (making !== undefined)
        return {
          severity: 'error',
          code: 'former-missing',
          message: `${address} is not there, and there is nothing at ${previously}, where it is said to have been${orNotShown(instance)}`,
          place: placeOf(entry, 'previously'),
          remedy: `${instance.me.admin ? '' : 'use a token whose user may see it, or '}correct the path; to make it anew, take \`previously\` out and write \`${making}: {}\``,
        };
      return {
        severity: 'warning',
        code: 'former-missing',
        message: `${address} is made anew: there is nothing at ${previously}, where it is said to have been`,
        place: placeOf(entry, 'previously'),
        remedy: 'correct the path, or take `previously` out',
      };
    case 'ambiguous':
      return {
        severity: 'error',
        code: 'ambiguous',
        message: `${address} may be any of ${finding.candidates.map(told).join(', ')}, and nothing tells which one is meant`,
        place: placeOf(entry, entry.restore === undefined ? 'previously' : 'restore'),
        remedy: finding.candidates.every(({ pendingDeletion }) => pendingDeletion !== undefined)
          ? `write \`restore: ${String(finding.candidates[0]?.id)}\`, or another of these numbers`
          : 'rename or move all but one of them in GitLab',
      };
    case 'claimed':
      return {
        severity: 'error',
        code: 'claimed-twice',
        message: `${address} and ${finding.by} would both be what is at ${finding.live.key} (${idOf(finding.live)})`,
        place: placeOf(entry, 'previously'),
        remedy: 'keep `previously` in one of them',
      };
    case 'nothing-left':
      return nothingLeft(entry, address, finding.left);
    case 'there-already':
      return thereAlready(entry, address, finding.here);
    case 'leftover':
      return {
        severity: 'warning',
        code: 'leftover',
        message: `${address} is made anew, and what had this path before waits for its deletion: ${finding.left.map(told).join(', ')}`,
        place: entry.place(),
        remedy: 'write `restore: true` to bring it back instead',
      };
  }
}

/** With a number one certain group is asked for, which a new one cannot stand in for. */
function nothingLeft(entry: Declared, address: string, left: readonly LiveEntry[]): Diagnostic {
  const told = { code: 'nothing-to-restore', place: placeOf(entry, 'restore') } as const;
  if (typeof entry.restore !== 'number') {
    const paths = entry.previously === undefined ? 'this path' : `this path or ${entry.previously}`;
    return {
      ...{ ...told, severity: 'warning' },
      message: `${address} is made anew: nothing that had ${paths} is seen to wait for its deletion`,
      remedy:
        'take `restore` out to make it anew, or correct its path; what is deleted for good cannot be brought back',
    };
  }
  const others = left.map(({ id }) => String(id)).join(', ');
  return {
    ...{ ...told, severity: 'error' },
    message: `nothing of the path of ${address} waits for its deletion with the id ${entry.restore}${others === '' ? '' : `, but with ${others}`}`,
    remedy:
      others === ''
        ? 'take `restore` out to make it anew; what is deleted for good cannot be brought back'
        : 'correct the id, or take `restore` out to make it anew',
  };
}

function thereAlready(entry: Declared, address: string, here: LiveEntry): Diagnostic {
  const { restore } = entry;
  if (restore === true || restore === here.id)
    return outOfDate(entry, `${address} is there (${idOf(here)}), and waits for no deletion`, 'restore');
  return {
    severity: 'error',
    code: 'both-there',
    message: `${address} is there as another one (${idOf(here)}) than the one that is to be restored (id ${String(restore)})`,
    place: placeOf(entry, 'restore'),
    remedy: 'take `restore` out if the one that is there is meant; else move or delete that one in GitLab',
  };
}

function outOfDate(entry: Declared, message: string, word: 'previously' | 'restore' = 'previously'): Diagnostic {
  return {
    severity: 'warning',
    code: 'out-of-date',
    message: `${message}: \`${word}\` is out of date`,
    place: placeOf(entry, word),
    remedy: `take \`${word}\` out`,
  };
}

function placeOf(entry: Declared, word: string): Diagnostic['place'] {
  return entry.place(word);
}

function told(entry: LiveEntry): string {
  return `${entry.key} (${idOf(entry)}${entry.pendingDeletion === undefined ? '' : `, ${entry.pendingDeletion}`})`;
}

function idOf({ id }: LiveEntry): string {
  return `id ${String(id)}`;
}
