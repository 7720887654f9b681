import { audit } from '../admin/audit.ts';
import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { applicationSettingEntity } from './entity.ts';
import type { JsonObject } from '../store/json.ts';
import { failure, invalid, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { Bag } from '../store/rows.ts';
import { allSettings, takes } from './catalogue.ts';
import { validate } from '../http/validate.ts';
import { stored } from './aliases.ts';
import { malformedLists, missingCompanions, settingParams, settingRules, unreadParams } from './params.ts';
import { keptSettings, settled } from './values.ts';
import { settingErrors } from './rules.ts';

export const applicationSettingRoutes = [
  // GET /application/settings: reads past the cache, so that a write is seen at once (18.9).
  route({
    method: 'GET',
    path: '/application/settings',
    access: requireAdmin,
    handle: ({ context }) => ok(applicationSettingEntity(context)),
  }),
  // PUT /application/settings: who asks is judged before what is asked (18.9).
  route({
    method: 'PUT',
    path: '/application/settings',
    params: unreadParams(),
    access: requireAdmin,
    handle: ({ context, args }) => {
      const sent = permitted(context, args);
      const settling = settled(context, stored(context, sent));
      const { state } = context.platform;
      const errors = settingErrors(state.settings, settling);
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      const changes = keptSettings(state.settings, settling);
      auditChanges(context, changes);
      state.settings = { ...state.settings, ...changes };
      return ok(applicationSettingEntity(context));
    },
  }),
];

/** The values in their types; refuses what the parameter layer refuses, then drops what may not be changed here. */
function permitted(context: RequestContext, given: JsonObject): Bag {
  const { edition, state } = context.platform;
  const params = settingParams(edition);
  const declared = validate(params, settingRules(params, given), given, edition);
  const errors = [...missingCompanions(given), ...malformedLists(given), ...declared.errors];
  if (errors.length > 0) refuse(failure(400, errors.join(', ')));
  const taken = allSettings.filter((setting) => takes(edition, setting, state.settings)).map((setting) => setting.name);
  return Object.fromEntries(
    taken.flatMap((name) => (declared.values[name] === undefined ? [] : [[name, declared.values[name]]])),
  );
}

/** One audit event for each setting that changes; secrets are told to have changed, without their values. */
function auditChanges(context: RequestContext, changes: Bag): void {
  const secrets = new Set(allSettings.filter((setting) => setting.secret).map((setting) => setting.name));
  for (const [change, to] of Object.entries(changes)) {
    const from = context.platform.state.settings[change] ?? null;
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const details = secrets.has(change) ? { change } : { change, from, to };
    audit(context, { event: 'application_setting_updated', entity: { type: 'Instance' }, details });
  }
}
