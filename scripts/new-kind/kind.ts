import { scopePath } from '../../src/address.ts';
import { kind, pick, type CallContext } from '../../src/kind.ts';
import { text } from '../../src/kinds/live-value.ts';

// TODO(new-kind): the fields as people write them: what the create and update endpoints take, under the names of the API.
export type SampleThingSpec = {
  readonly name: string;
  readonly description: string | null;
};

// TODO(new-kind): what the read shows of it, as far as the spec and the calls need it; what an old version leaves out is optional.
type LiveSampleThing = {
  readonly id: number;
  readonly name: string;
  readonly description?: string | null;
};

/** The sample things of a group. */
export const sampleThings = kind<SampleThingSpec, LiveSampleThing>({
  section: 'sample_things',
  singular: 'sample_thing',
  // TODO(new-kind): one sentence for editors and messages, here and above; where they may stand; `tier` where it is not free.
  description: 'The sample things of a group.',
  scopes: ['group'],
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: {
      // TODO(new-kind): for each field its bounds, a sentence, and what the diff has to know of it (`x-…`, PropertySchema in src/field-schema.ts).
      name: { type: 'string', minLength: 1, maxLength: 255, description: 'What it is called' },
      description: { type: ['string', 'null'], maxLength: 255, description: 'What it is for; an empty one is none' },
    },
  },
  identity: {
    // TODO(new-kind): what tells two of them apart, and whether letter case does (endpoint, version).
    names: 'exact',
    key: (spec) => spec.name ?? '',
    normal: (spec) => ({ ...spec, ...(spec.description === '' && { description: null }) }),
  },
  reads: {
    // TODO(new-kind): the list, with its version; a `detail` read where it leaves fields out, which then are `x-detail`.
    all: (scope) => [{ path: `${scopePath(scope)}/sample_things`, pages: true }],
  },
  decode: (live) => ({
    key: live.name,
    spec: { name: live.name, description: text(live.description) },
  }),
  calls: {
    // TODO(new-kind): the calls, with their version; what the API cannot do is left out: without `update`, a change is a replacement.
    create: ({ key, spec }, context) => [
      { method: 'POST', path: `${context.at}/sample_things`, body: { ...spec, name: key } },
    ],
    update: (live, { names, entry }, context) => [
      { method: 'PUT', path: pathOf(live, context), body: pick<SampleThingSpec>(entry.spec, names) },
    ],
    remove: (live, context) => [{ method: 'DELETE', path: pathOf(live, context) }],
  },
});

function pathOf(live: LiveSampleThing, context: CallContext): string {
  return `${context.at}/sample_things/${live.id}`;
}
