import { ownedGroup } from '../../src/sandbox/access/find.ts';
import { paged, paginate } from '../../src/sandbox/http/pagination.ts';
import { created, noContent, ok } from '../../src/sandbox/http/reply.ts';
import { route } from '../../src/sandbox/http/route.ts';
import { sampleThingEntity } from './entity.ts';
import { sampleThingRow } from './rows.ts';
import { insertSampleThing, ownedSampleThing, sampleThingsOf, updateSampleThing } from './rules.ts';

const path = '/groups/:id/sample_things';

const one = { sample_thing_id: { type: 'integer', required: true } } as const;

// TODO(new-kind): the endpoints as the platform's documentation has them, what each takes, and the comments with their version.
export const sampleThingRoutes = [
  // GET /groups/:id/sample_things
  route({
    method: 'GET',
    path,
    params: paged,
    access: ownedGroup,
    handle: ({ context, args, subject }) =>
      paginate(context, args, sampleThingsOf(context, subject), (row) => sampleThingEntity(sampleThingRow(row))),
  }),
  // POST /groups/:id/sample_things
  route({
    method: 'POST',
    path,
    params: { name: { type: 'string', required: true, filled: true }, description: { type: 'string' } },
    access: ownedGroup,
    handle: ({ context, args, subject }) => {
      const row = insertSampleThing(context, subject, args.name, { description: args.description ?? null });
      return created(sampleThingEntity(sampleThingRow(row)));
    },
  }),
  // PUT /groups/:id/sample_things/:sample_thing_id
  route({
    method: 'PUT',
    path: `${path}/:sample_thing_id`,
    params: { ...one, description: { type: 'string' } },
    access: ownedSampleThing,
    handle: ({ context, args, subject }) => {
      if (args.description !== undefined) updateSampleThing(context, subject, { description: args.description });
      return ok(sampleThingEntity(sampleThingRow(subject)));
    },
  }),
  // DELETE /groups/:id/sample_things/:sample_thing_id
  route({
    method: 'DELETE',
    path: `${path}/:sample_thing_id`,
    params: one,
    access: ownedSampleThing,
    handle: ({ context, subject }) => {
      context.platform.state.records.remove(subject);
      return noContent();
    },
  }),
];
