import type { RequestContext } from '../http/request-context.ts';
import { invalid, refuse } from '../http/reply.ts';
import { variablesOf, type VariableOwner } from './owner.ts';
import type { VariableRow } from './rows.ts';

/** A variable as it would become. */
export type VariableDraft = Omit<VariableRow, 'id' | 'source_type' | 'source_id'>;

type Errors = Readonly<Record<string, readonly string[]>>;

/** A masked value that is expanded may hold these alone; one that is raw, anything but blanks (POST …/variables, 18.9). */
const maskable = { expanded: /^[a-zA-Z0-9_+=/@:.~-]{8,}$/, raw: /^\S{8,}$/ };

const scopeCharacters = /^[a-zA-Z0-9_/\\${}. *-]+$/;

/** Refuses a new variable that the model does not take: 400 with what is wrong (POST …/variables, 18.9). */
export function refuseNew(context: RequestContext, owner: VariableOwner, draft: VariableDraft): void {
  const errors = { ...tooMany(context, owner), ...errorsOf(context, owner, draft, undefined) };
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
}

/** The same of what a variable would become (PUT …/variables/:key, 18.9). */
export function refuseChanged(
  context: RequestContext,
  owner: VariableOwner,
  draft: VariableDraft,
  before: VariableRow,
): void {
  const isUnmasked = before.hidden && draft.masked !== before.masked;
  const errors = {
    ...(isUnmasked && { base: ['The visibility setting cannot be changed for masked and hidden variables.'] }),
    ...errorsOf(context, owner, draft, before),
  };
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
}

function errorsOf(
  context: RequestContext,
  owner: VariableOwner,
  draft: VariableDraft,
  itself: VariableRow | undefined,
): Errors {
  const key = [
    ...(draft.key === '' ? ["can't be blank"] : []),
    ...(draft.key.length > 255 ? ['is too long (maximum is 255 characters)'] : []),
    ...(/^\w+$/.test(draft.key) ? [] : ["can contain only letters, digits and '_'."]),
    ...(isTaken(context, owner, draft, itself) ? [`(${draft.key}) has already been taken`] : []),
  ];
  const isMaskable = maskable[draft.raw ? 'raw' : 'expanded'].test(draft.value);
  const scope = draft.environment_scope;
  return {
    ...(key.length > 0 && { key }),
    ...(draft.masked && !isMaskable && { value: ['is invalid'] }),
    // A guess, as are the words: the documentation has the bound alone.
    ...(draft.value.length > 10_000 && { value: ['is too long (maximum is 10000 characters)'] }),
    ...(!scopeCharacters.test(scope) && {
      environment_scope: [
        ...(scope === '' ? ["can't be blank"] : []),
        "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces",
      ],
    }),
    ...((draft.description ?? '').length > 255 && { description: ['is too long (maximum is 255 characters)'] }),
  };
}

/** A key is taken once for each scope of environments, in the letter case that it has (POST …/variables, 18.9). */
function isTaken(
  context: RequestContext,
  owner: VariableOwner,
  { key, environment_scope: scope }: VariableDraft,
  itself: VariableRow | undefined,
): boolean {
  return variablesOf(context, owner).some(
    (row) => row.key === key && row.environment_scope === scope && row.id !== itself?.id,
  );
}

/** How many the instance may have is a limit of its plan; those of groups and projects are beyond what anybody reaches (18.9). */
function tooMany(context: RequestContext, owner: VariableOwner): Errors {
  const limit = context.platform.state.planLimits['default']?.['ci_instance_level_variables'];
  if (owner.type !== 'instance' || typeof limit !== 'number' || limit === 0) return {};
  if (variablesOf(context, owner).length < limit) return {};
  return { base: [`Maximum number of ci instance level variables (${limit}) exceeded`] };
}
