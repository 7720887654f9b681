import { audit } from './audit.ts';
import type { Entity } from './audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findGroup, findProject } from '../access/find.ts';
import { forbidden, noContent, notFound, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import { attributeEntity, attributeOf, attributesOf, setAttribute } from './custom-attributes.ts';
import type { Bearer } from './custom-attributes.ts';

export const customAttributeRoutes = [...attributesOn('user'), ...attributesOn('group'), ...attributesOn('project')];

function attributesOn(bearer: Bearer) {
  const base = `/${bearer}s/:id/custom_attributes` as const;
  return [
    // GET {users,groups,projects}/:id/custom_attributes: administrators alone, not paged (18.9).
    route({
      method: 'GET',
      path: base,
      anonymous: true,
      scopes: readingUsers(bearer),
      access: entityFor(bearer),
      handle: ({ context, subject }) => ok(attributesOf(context, bearer, idOf(subject)).map(attributeEntity)),
    }),
    // GET …/custom_attributes/:key (18.9).
    route({
      method: 'GET',
      path: `${base}/:key`,
      anonymous: true,
      scopes: readingUsers(bearer),
      access: entityFor(bearer),
      handle: ({ context, args, subject }) => ok(attributeEntity(known(context, bearer, subject, args.key))),
    }),
    // PUT …/custom_attributes/:key: sets what need not exist (18.9).
    route({
      method: 'PUT',
      path: `${base}/:key`,
      params: { value: { type: 'string', required: true } },
      anonymous: true,
      access: entityFor(bearer),
      handle: ({ context, args, subject }) => {
        const from = attributeOf(context, bearer, idOf(subject), args.key)?.data['value'] ?? null;
        const row = setAttribute(context, bearer, idOf(subject), args.key, args.value);
        const details = { change: `custom_attribute[${args.key}]`, from, to: args.value };
        // Guess: the name of this event; no recording has it.
        audit(context, { event: 'custom_attribute_updated', entity: subject, details });
        return ok(attributeEntity(row));
      },
    }),
    // DELETE …/custom_attributes/:key (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:key`,
      anonymous: true,
      access: entityFor(bearer),
      handle: ({ context, args, subject }) => {
        const row = known(context, bearer, subject, args.key);
        context.platform.state.records.remove(row);
        const details = { remove: `custom_attribute[${args.key}]`, from: row.data['value'] ?? null };
        // Guess: the name of this event; no recording has it.
        audit(context, { event: 'custom_attribute_destroyed', entity: subject, details });
        return noContent();
      },
    }),
  ];
}

/** What is read of users is open to the scope read_user, these attributes too (GET /users/:id/custom_attributes, 18.9). */
function readingUsers(bearer: Bearer): readonly string[] {
  return bearer === 'user' ? ['read_user'] : [];
}

type Bearing = Exclude<Entity, { type: 'Instance' }>;

/** The right is asked for before anything else, also of those without a token (GET …/custom_attributes, 18.9). */
function entityFor(bearer: Bearer): (context: RequestContext, args: { readonly id: string }) => Bearing {
  return (context, args) => (context.admin ? find(context, bearer, args.id) : refuse(forbidden()));
}

function find(context: RequestContext, bearer: Bearer, id: string): Bearing {
  switch (bearer) {
    case 'group':
      return { type: 'Group', row: findGroup(context, id) };
    case 'project':
      return { type: 'Project', row: findProject(context, id) };
    case 'user':
      return { type: 'User', row: context.platform.state.users.get(Number(id)) ?? refuse(notFound()) };
  }
}

function idOf(subject: Bearing): number {
  return subject.row.id;
}

function known(context: RequestContext, bearer: Bearer, subject: Bearing, key: string): RecordRow {
  return attributeOf(context, bearer, idOf(subject), key) ?? refuse(rowNotFound());
}
