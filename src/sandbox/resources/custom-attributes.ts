import { audit } from '../audit.ts';
import type { Entity } from '../audit.ts';
import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { findGroup, findProject } from '../find.ts';
import { noContent, notFound, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow } from '../rows.ts';
import { attributeEntity, attributeOf, attributesOf, setAttribute } from './custom-attribute-rules.ts';
import type { Bearer } from './custom-attribute-rules.ts';

export const customAttributeRoutes = [...attributesOn('user'), ...attributesOn('group'), ...attributesOn('project')];

function attributesOn(bearer: Bearer) {
  const base = `/${bearer}s/:id/custom_attributes` as const;
  return [
    // GET {users,groups,projects}/:id/custom_attributes: administrators alone, not paged (18.9).
    route({
      method: 'GET',
      path: base,
      access: entityFor(bearer),
      handle: ({ call, subject }) => ok(attributesOf(call, bearer, idOf(subject)).map(attributeEntity)),
    }),
    // GET …/custom_attributes/:key (18.9).
    route({
      method: 'GET',
      path: `${base}/:key`,
      access: entityFor(bearer),
      handle: ({ call, args, subject }) => ok(attributeEntity(known(call, bearer, subject, args.key))),
    }),
    // PUT …/custom_attributes/:key: sets what need not exist (18.9).
    route({
      method: 'PUT',
      path: `${base}/:key`,
      params: { value: { type: 'string', required: true } },
      access: entityFor(bearer),
      handle: ({ call, args, subject }) => {
        const from = attributeOf(call, bearer, idOf(subject), args.key)?.data['value'] ?? null;
        const row = setAttribute(call, bearer, idOf(subject), args.key, args.value);
        const details = { change: `custom_attribute[${args.key}]`, from, to: args.value };
        audit(call, { event: 'custom_attribute_updated', entity: subject, details });
        return ok(attributeEntity(row));
      },
    }),
    // DELETE …/custom_attributes/:key (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:key`,
      access: entityFor(bearer),
      handle: ({ call, args, subject }) => {
        const row = known(call, bearer, subject, args.key);
        call.world.state.records.remove(row);
        const details = { remove: `custom_attribute[${args.key}]`, from: row.data['value'] ?? null };
        audit(call, { event: 'custom_attribute_destroyed', entity: subject, details });
        return noContent();
      },
    }),
  ];
}

type Bearing = Exclude<Entity, { type: 'Instance' }>;

/** The thing itself is looked for first, then the right. */
function entityFor(bearer: Bearer): (call: Call, args: { readonly id: string }) => Bearing {
  return (call, args) => {
    const entity = find(call, bearer, args.id);
    requireAdmin(call);
    return entity;
  };
}

function find(call: Call, bearer: Bearer, id: string): Bearing {
  switch (bearer) {
    case 'group':
      return { type: 'Group', row: findGroup(call, id) };
    case 'project':
      return { type: 'Project', row: findProject(call, id) };
    case 'user':
      return { type: 'User', row: call.world.state.users.get(Number(id)) ?? refuse(notFound()) };
  }
}

function idOf(subject: Bearing): number {
  return subject.row.id;
}

function known(call: Call, bearer: Bearer, subject: Bearing, key: string): RecordRow {
  return attributeOf(call, bearer, idOf(subject), key) ?? refuse(rowNotFound());
}
