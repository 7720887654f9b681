import { entryAddress } from '../../address.ts';
import type { Exportable } from '../../engine/export/exportable.ts';
import { kindOf, type Kinds } from '../../engine/kinds.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Says what of an instance no configuration can have, and why. */
export function tellLeftOut(
  parts: readonly Exportable[],
  unnamed: readonly string[],
  going: readonly string[],
  kinds: Kinds,
  terminal: Terminal,
): void {
  const left = parts.flatMap(({ section, left: entries }) =>
    entries.map(({ id, key, nameless }) => ({
      address: entryAddress(kindOf(kinds, section.name), section.scope, key),
      ...{ id, nameless },
    })),
  );
  const alike = left.flatMap(({ address, id, nameless }) =>
    nameless ? [] : [id === undefined ? address : `${address} (id ${id})`],
  );
  const bare = left.flatMap(({ address, nameless }) => (nameless ? [address] : []));
  if (alike.length > 0) terminal.say(`Left out, since nothing tells them apart: ${alike.join(', ')}.`);
  if (bare.length > 0) terminal.say(`Left out, since there is no name to declare: ${bare.join(', ')}.`);
  if (unnamed.length > 0) terminal.say(`Left out, since \`validate\` refuses their paths: ${unnamed.join(', ')}.`);
  if (going.length > 0) terminal.say(`Left out, since a group above waits for its deletion: ${going.join(', ')}.`);
  const withheld = parts.flatMap((part) => part.withheld);
  if (withheld.length > 0)
    terminal.say(
      `Left out, since a secret stands in them (a token, or a user or a password of a URL): ${withheld.join(', ')}.`,
    );
  const refused = parts.flatMap((part) => part.invalid.map(({ address, message }) => `${address} (${message})`));
  if (refused.length > 0)
    terminal.say(`Left out, since \`validate\` refuses what is live there: ${refused.join(', ')}.`);
}
