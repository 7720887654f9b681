import { paged, paginate } from '../http/pagination.ts';
import type { Params } from '../http/params.ts';
import { created, noContent, ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { changeVariable, makeVariable, removeVariable } from './changes.ts';
import { variableEntity } from './entity.ts';
import {
  families,
  ownerOf,
  sharedBy,
  variableOf,
  variablesOf,
  type VariableArgs,
  type VariableFamily,
} from './owner.ts';

const one: Params = {
  key: { type: 'string', required: true },
  filter: { type: 'hash', fields: { environment_scope: { type: 'string' } } },
};

const fields: Params = {
  value: { type: 'string' },
  protected: { type: 'boolean' },
  masked: { type: 'boolean' },
  raw: { type: 'boolean' },
  variable_type: { type: 'string', values: ['env_var', 'file'] },
  description: { type: 'string' },
};

export const variableRoutes = families.flatMap(routesOf);

function routesOf(family: VariableFamily) {
  const { path, ids } = family;
  const shared = sharedBy(family);
  const ofScopes: Params = family.type === 'instance' ? {} : { environment_scope: { type: 'string' } };
  const hidable: Params = family.type === 'instance' ? {} : { masked_and_hidden: { type: 'boolean', since: '17.4' } };
  return [
    // GET …/variables: oldest first, with values (18.9).
    route({
      method: 'GET',
      path,
      ...shared,
      params: { ...ids, ...paged },
      access: ownerOf(family),
      handle: ({ context, args, subject }) =>
        paginate(context, pagesOf(args), variablesOf(context, subject), (row) => variableEntity(context, row)),
    }),
    // GET …/variables/:key (18.9).
    route({
      method: 'GET',
      path: `${path}/:key`,
      ...shared,
      params: { ...ids, ...one },
      access: variableOf(family),
      handle: ({ context, subject: { variable } }) => ok(variableEntity(context, variable)),
    }),
    // POST …/variables: what the model refuses is 400 (18.9).
    route({
      method: 'POST',
      path,
      ...shared,
      params: {
        ...ids,
        ...{ key: { type: 'string', required: true }, ...fields, value: { type: 'string', required: true } },
        ...ofScopes,
        ...hidable,
      },
      access: ownerOf(family),
      handle: ({ context, args, subject }) => created(variableEntity(context, makeVariable(context, subject, args))),
    }),
    // PUT …/variables/:key: nothing at all is fine (18.9).
    route({
      method: 'PUT',
      path: `${path}/:key`,
      ...shared,
      params: { ...ids, ...one, ...fields, ...ofScopes },
      access: variableOf(family, true),
      handle: ({ context, args, subject: { owner, variable } }) => {
        changeVariable(context, owner, variable, args);
        return ok(variableEntity(context, variable));
      },
    }),
    // DELETE …/variables/:key (18.9).
    route({
      method: 'DELETE',
      path: `${path}/:key`,
      ...shared,
      params: { ...ids, ...one },
      access: variableOf(family),
      handle: ({ context, subject: { owner, variable } }) => {
        removeVariable(context, owner, variable);
        return noContent();
      },
    }),
  ];
}

function pagesOf(args: VariableArgs): { readonly page?: number; readonly per_page?: number } {
  const { page, per_page: size } = args;
  return { ...(typeof page === 'number' && { page }), ...(typeof size === 'number' && { per_page: size }) };
}
