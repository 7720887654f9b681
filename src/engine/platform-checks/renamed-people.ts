import { entryAddress, INSTANCE } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { anyGlob } from '../../base/glob.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Desired, JsonObject, LiveEntry, World } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { formerNames } from './former-names.ts';
import type { Renamings } from './renamings.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';

const AT_A_TIME = 8;
/** Below this many, each is searched for without asking how long the list of all people is. */
const FEW = 4;
/** So many are searched for at most. */
const MOST = 100;

/** Somebody who is to be made, with the value by which they are known. */
interface NewPerson {
  readonly change: Change;
  readonly kind: Kind;
  readonly key: string;
  readonly field: string | undefined;
  readonly value: string | undefined;
}

/**
 * People who are to be made and are there under another name: by the address that is declared for them, which administrators alone are
 * shown, and by the latest audit events, which tell what somebody was called before. Throws ApiError for trouble that concerns every request.
 */
export async function renamedPeople(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  { instance }: World,
  kinds: Kinds,
  client: Client,
  renamings: Renamings,
): Promise<readonly Diagnostic[]> {
  const missing = newPeople(changes, kinds);
  const [first] = missing;
  if (first === undefined) return [];
  const { kind } = first;
  const context = createDecodeContext(INSTANCE, instance, new Map());
  const declared = sections.filter(({ name }) => name === kind.section);
  const taken = new Set(
    declared
      .flatMap(({ entries }) =>
        entries.flatMap(({ key, previously }) => [key, ...(previously === undefined ? [] : [previously])]),
      )
      .map((key) => identity(kind, key)),
  );
  const isFree = ({ key }: LiveEntry): boolean => !taken.has(identity(kind, key));
  const isIgnored = anyGlob(declared.flatMap(({ ignore = [] }) => ignore));
  const rowsFor = await searchFor(missing, client);
  const was = await formerNames(kind, renamings);
  const found = await parallel(missing, AT_A_TIME, async (one): Promise<readonly Diagnostic[]> => {
    const { field, value } = one;
    const rows = decoded(kind, await rowsFor(one), context);
    const same = rows.find((live) => field !== undefined && live.spec[field] === value && isFree(live));
    if (field !== undefined && same !== undefined) return [told(one, same, `has its ${field}`, `another ${field}`)];
    const now = was(one.key);
    const called = now && decoded(kind, await rowsOf(kind.reads.all(INSTANCE, [now.name]), client), context);
    const renamed = called?.find((live) => live.id === now?.id && isFree(live) && !isIgnored(live.key));
    return renamed === undefined
      ? []
      : [
          told(
            one,
            renamed,
            'was called that before',
            `the line \`instance: { ignore: { ${kind.section}: [${renamed.key}] } }\``,
          ),
        ];
  });
  return found.flat();
}

function newPeople(changes: readonly Change[], kinds: Kinds): readonly NewPerson[] {
  return changes
    .flatMap((change): NewPerson[] => {
      if (change.action !== 'create') return [];
      const { kind, key } = partsOf(change.address, kinds);
      if (kind.people === undefined) return [];
      const field = kind.people.address?.field;
      const value = change.fields.find(({ path }) => path === field)?.to;
      return [{ change, kind, key, field, value: typeof value === 'string' ? value : undefined }];
    })
    .slice(0, MOST);
}

type Search = (person: NewPerson) => Promise<readonly JsonObject[]>;

/** Those who may be somebody who is missing: from the list of all, where that takes fewer requests than a search for each. */
async function searchFor(missing: readonly NewPerson[], client: Client): Promise<Search> {
  const list = missing[0]?.kind.reads.whole?.(INSTANCE);
  const whole =
    missing.length < FEW || list === undefined ? undefined : await client.list(list).catch(unknownIfRefused);
  if (whole?.pages !== undefined && whole.pages <= missing.length) {
    const rows = await whole.all();
    return () => Promise.resolve(rows);
  }
  return ({ kind, value }) => {
    const read = value === undefined ? undefined : kind.people?.address?.holders(value);
    return rowsOf(read === undefined ? [] : [read], client);
  };
}

async function rowsOf(reads: readonly Read[], client: Client): Promise<readonly JsonObject[]> {
  const lists = await parallel(reads, AT_A_TIME, (read) => client.list(read).catch(unknownIfRefused));
  return lists.flatMap((listing) => listing?.rows ?? []);
}

function told({ change, kind, key }: NewPerson, live: LiveEntry, why: string, otherwise: string): Diagnostic {
  return {
    severity: 'error',
    code: 'renamed-by-hand',
    message: `${change.address} is not there, and ${entryAddress(kind, INSTANCE, live.key)} (id ${String(live.id)}), which nobody declared, ${why}: it is the same one, renamed by hand`,
    place: change.place,
    remedy: `write \`previously: ${live.key}\` to have it back as ${key}, or declare it as ${live.key}; who is meant to be somebody else needs ${otherwise}`,
  };
}
