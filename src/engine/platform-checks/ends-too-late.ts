import { sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { isMap } from '../../base/shape.ts';
import { identity, type Kind, type LatestEnd } from '../../kind.ts';
import type { Change, Declared, Desired, Instance } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { dayOfRun, daysAfter } from '../day-of-run.ts';
import { fieldOf } from '../field-of.ts';
import type { Kinds } from '../kinds.ts';
import { renewalOf } from '../plan/renewal.ts';

/** What is to be made, and the day on which it is to end. */
interface Ending {
  readonly change: Change;
  readonly declared: Declared;
  readonly ends: string;
  /** The field that says so: the rule by which it is made anew, or the day itself. */
  readonly field: string;
  readonly latest: LatestEnd;
}

/**
 * Tells of what is to be made and would end later than the instance lets it, which its settings tell administrators. They are read where such a
 * thing is made alone; where the plan changes them, nobody knows which of the two comes first. Throws ApiError for trouble that concerns
 * every request.
 */
export async function endsTooLate(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  instance: Instance,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const today = dayOfRun(instance);
  if (!instance.me.admin || today === '') return [];
  const changed = new Set(changes.flatMap(({ fields }) => fields.map(({ path }) => fieldOf(path))));
  const ending = changes
    .flatMap((change) => endingOf(change, desired, kinds))
    .filter(({ latest }) => !latest.settings.some((setting) => changed.has(setting)));
  const [first] = ending;
  if (first === undefined) return [];
  // One read tells it of all that has a last day.
  const settings = await client.read(first.latest.read).catch(unknownIfRefused);
  if (!isMap(settings)) return [];
  return ending.flatMap((one): Diagnostic[] => {
    const days = one.latest.days(settings);
    if (days === undefined || one.ends <= daysAfter(today, days.usual)) return [];
    return [tooLate(one, days, one.ends > daysAfter(today, days.most), today)];
  });
}

function endingOf(change: Change, desired: Pick<Desired, 'sections'>, kinds: Kinds): readonly Ending[] {
  if (change.action !== 'create' && change.action !== 'replace') return [];
  const { kind, scope, key } = partsOf(change.address, kinds);
  const { latestEnd: latest } = kind;
  if (latest === undefined) return [];
  const declared = declaredIn(desired, sectionAddress(scope, kind.section), kind, key);
  const ends = change.fields.find(({ path }) => path === latest.field)?.to ?? declared?.spec[latest.field];
  if (declared === undefined || typeof ends !== 'string') return [];
  return [{ change, declared, ends, field: renewalOf(kind, declared.spec)?.rule ?? latest.field, latest }];
}

function declaredIn(
  { sections }: Pick<Desired, 'sections'>,
  address: string,
  kind: Kind,
  key: string,
): Declared | undefined {
  const section = sections.find(({ scope, name }) => sectionAddress(scope, name) === address);
  return section?.entries.find((entry) => identity(kind, entry.key) === identity(kind, key));
}

function tooLate(
  { change: { address }, declared, ends, field }: Ending,
  { usual, most }: { readonly usual: number; readonly most: number },
  isSure: boolean,
  today: string,
): Diagnostic {
  const bound = isSure ? most : usual;
  const unless = isSure ? '' : `, unless it has more switched on, for ${most} days at most`;
  return {
    severity: isSure ? 'error' : 'warning',
    code: 'ends-too-late',
    message: `${address} would end on ${ends}, and GitLab would refuse it${unless}: the instance lets it live for ${bound} ${bound === 1 ? 'day' : 'days'}, until ${daysAfter(today, bound)}`,
    place: declared.place(field),
    remedy: 'let it end by then',
  };
}
