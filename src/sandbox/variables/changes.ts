import { audit, type Entity } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Json } from '../store/json.ts';
import { hasScopes, ownerId, type VariableArgs, type VariableOwner } from './owner.ts';
import { refuseChanged, refuseNew, type VariableDraft } from './rules.ts';
import type { VariableRow } from './rows.ts';

/** Makes a variable from what was sent. */
export function makeVariable(context: RequestContext, owner: VariableOwner, sent: VariableArgs): VariableRow {
  const isHidden = owner.type !== 'instance' && sent['masked_and_hidden'] === true;
  const start: VariableDraft = {
    key: text(sent['key']).trim(),
    ...{ value: '', variable_type: 'env_var', protected: false, masked: false, hidden: false, raw: false },
    ...{ environment_scope: '*', description: null },
  };
  const draft = { ...start, ...changesIn(context, owner, sent), ...(isHidden && { masked: true, hidden: true }) };
  refuseNew(context, owner, draft);
  const row = context.platform.state.variables.insert({
    ...draft,
    ...{ source_type: owner.type, source_id: ownerId(owner) },
  });
  auditVariable(context, owner, row, 'created', { add: names[owner.type], custom_message: `Added ${words(owner)}` });
  return row;
}

/** Changes a variable to what was sent; what is hidden stays so. */
export function changeVariable(
  context: RequestContext,
  owner: VariableOwner,
  row: VariableRow,
  sent: VariableArgs,
): void {
  const before = { ...row };
  const next = { ...row, ...changesIn(context, owner, sent) };
  refuseChanged(context, owner, next, row);
  context.platform.state.variables.update(row, next);
  for (const [field, change] of audited) {
    if (before[field] === next[field]) continue;
    // Of a value the event tells no more than that it changed (recorded on 18.9).
    const sides = field === 'value' ? {} : { from: before[field], to: next[field] };
    auditVariable(context, owner, row, 'updated', { change, ...sides });
  }
}

/** Removes a variable for good. */
export function removeVariable(context: RequestContext, owner: VariableOwner, row: VariableRow): void {
  context.platform.state.variables.remove(row);
  auditVariable(context, owner, row, 'deleted', {
    remove: names[owner.type],
    custom_message: `Removed ${words(owner)}`,
  });
}

/** The fields whose changes leave an event, as it calls them, in their order; all others leave none (18.9). */
const audited = [
  ['protected', 'variable protection'],
  ['masked', 'variable masking'],
  ['environment_scope', 'environment scope'],
  ['value', 'value(hidden)'],
] as const;

const names = { group: 'ci_group_variable', project: 'ci_variable', instance: 'ci_instance_variable' } as const;
const models = { group: 'Ci::GroupVariable', project: 'Ci::Variable', instance: 'Ci::InstanceVariable' } as const;

function words({ type }: VariableOwner): string {
  return names[type].replaceAll('_', ' ');
}

/** The fields that were sent, as the platform keeps them: blanks around a scope are dropped, and one that is not licensed is not looked at. */
function changesIn(context: RequestContext, owner: VariableOwner, sent: VariableArgs): Partial<VariableDraft> {
  const { value, description, variable_type: type } = sent;
  const flag = (name: 'protected' | 'masked' | 'raw') =>
    sent[name] === undefined ? {} : { [name]: sent[name] === true };
  const scope = sent['environment_scope'];
  return {
    ...(value !== undefined && { value: text(value) }),
    ...((type === 'env_var' || type === 'file') && { variable_type: type }),
    ...flag('protected'),
    ...flag('masked'),
    ...flag('raw'),
    ...(scope !== undefined && hasScopes(context, owner) && { environment_scope: text(scope).trim() }),
    ...(description !== undefined && { description: description === null ? null : text(description) }),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function auditVariable(
  context: RequestContext,
  owner: VariableOwner,
  { id, key }: VariableRow,
  what: 'created' | 'updated' | 'deleted',
  details: Readonly<Record<string, Json>>,
): void {
  const target = { id, type: models[owner.type], details: key };
  audit(context, { event: `${names[owner.type]}_${what}`, entity: entityOf(owner), target, details });
}

function entityOf(owner: VariableOwner): Entity {
  switch (owner.type) {
    case 'group':
      return { type: 'Group', row: owner.row };
    case 'project':
      return { type: 'Project', row: owner.row };
    case 'instance':
      return { type: 'Instance' };
  }
}
