import type { Place } from '../base/place.ts';
import type { Answer, FieldAnswer, Undeclared, Wanted } from '../engine/why/answer.ts';
import type { Json, Plan, Touch } from '../model.ts';
import { jsonText } from './json-text.ts';
import { planDocument, told, savedPlace, type PlanDocument, type SavedChange, type SavedPlace } from './plan-json.ts';

/** The format that this version writes. */
export const whyFormat = 'keelson/why@1';

/** An answer as JSON, described by schemas/why.schema.json. */
export interface WhyDocument {
  readonly format: typeof whyFormat;
  readonly target: Plan['target'];
  readonly address: string;
  readonly field?: string;
  readonly wanted: SavedWanted;
  readonly live: Answer['live'];
  readonly touched?: Touch;
  readonly fields: readonly SavedField[];
  readonly differs: boolean;
  readonly change?: SavedChange;
  readonly joint?: NonNullable<PlanDocument['joint']>[number];
  readonly waiting: readonly string[];
  readonly refusals: NonNullable<PlanDocument['refusals']>;
  readonly diagnostics: PlanDocument['diagnostics'];
}

type SavedWanted =
  | { readonly state: 'present' | 'absent'; readonly place: SavedPlace; readonly pattern?: string }
  | {
      readonly state: 'undeclared';
      readonly section: string;
      readonly because: Undeclared['code'];
      readonly why?: string;
      readonly glob?: string;
      readonly from?: string;
      readonly place?: SavedPlace;
    };

interface SavedField {
  readonly path: string;
  readonly wanted?: Json;
  readonly live?: Json;
  readonly layers: readonly { readonly pattern?: string; readonly place: SavedPlace; readonly value?: Json }[];
  readonly differs: boolean;
  readonly unverifiable?: NonNullable<FieldAnswer['unverifiable']>;
}

/** An answer as the text of `--json`: the change, the guards and what is told are as the JSON of a plan has them. */
export function whyJson(answer: Answer, plan: Plan, touch: Touch | undefined): string {
  return `${jsonText(whyDocument(answer, plan, touch), 2)}\n`;
}

function whyDocument(answer: Answer, plan: Plan, touch: Touch | undefined): WhyDocument {
  const { changes, joint = [], diagnostics, refusals = [] } = planDocument(plan, 0);
  const { address, field, live, fields, differs, waiting } = answer;
  const change = changes.find((one) => one.address === address);
  const together = joint.find(({ addresses }) => addresses.includes(address));
  return {
    format: whyFormat,
    target: { url: plan.target.url, version: plan.target.version },
    address,
    ...(field !== undefined && { field }),
    wanted: savedWanted(answer.wanted),
    live,
    ...(touch && { touched: touch }),
    fields: fields.map(savedField),
    differs,
    ...(change && { change }),
    ...(together && { joint: together }),
    waiting,
    refusals: change === undefined ? [] : refusals,
    diagnostics,
  };
}

function savedWanted(wanted: Wanted): SavedWanted {
  if (wanted.state !== 'undeclared') {
    const { state, place, pattern } = wanted;
    return { state, place: savedPlace(place), ...(pattern !== undefined && { pattern }) };
  }
  const { section, because } = wanted;
  return {
    ...{ state: wanted.state, section, because: because.code },
    ...(because.code === 'kept' && { why: because.why }),
    ...(because.code === 'ignored' && { glob: because.glob }),
    ...(because.code === 'handed' && { from: because.from }),
    ...placed('place' in because ? because.place : undefined),
  };
}

function placed(place: Place | undefined): { readonly place?: SavedPlace } {
  return place === undefined ? {} : { place: savedPlace(place) };
}

function savedField({ path, wanted, live, layers, differs, unverifiable }: FieldAnswer): SavedField {
  return {
    path,
    ...(wanted !== undefined && { wanted: told(wanted) }),
    ...(live !== undefined && { live: told(live) }),
    layers: layers.map(({ pattern, place, value }) => ({
      ...(pattern !== undefined && { pattern }),
      place: savedPlace(place),
      ...(value !== undefined && { value: told(value) }),
    })),
    differs,
    ...(unverifiable && { unverifiable }),
  };
}
