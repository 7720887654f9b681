import type { Fault } from '../../kind.ts';
import type { SettingsSpec } from './forms.ts';

/** Values that the platform takes and does not keep, so that they would differ for ever (PUT /application/settings, 18.9). */
const NOT_KEPT: readonly {
  readonly field: string;
  readonly is: (value: SettingsSpec[string], spec: SettingsSpec) => boolean;
  readonly instead: string;
  readonly remedy: string;
}[] = [
  {
    field: 'commit_email_hostname',
    is: (value) => value === null || value === '',
    instead: 'puts a host of its own in place of an empty one',
    remedy: 'Declare that host, `users.noreply.` and the name of the instance, or remove commit_email_hostname',
  },
  {
    field: 'duo_availability',
    is: (value) => value === 'always_on',
    instead: 'reads it as `never_on`',
    remedy: 'Write `default_on`, `default_off` or `never_on`',
  },
  {
    field: 'enforce_pipl_compliance',
    is: (value) => value === true,
    instead: 'leaves it off: it is for gitlab.com alone',
    remedy: 'Remove enforce_pipl_compliance',
  },
  ...['housekeeping_full_repack_period', 'housekeeping_gc_period'].map((field) => ({
    field,
    is: (value: SettingsSpec[string]) => value !== 10,
    instead: 'leaves it at 10',
    remedy: 'Write `housekeeping_optimize_repository_period`',
  })),
  {
    field: 'usage_ping_features_enabled',
    is: (value, spec) => value === true && spec['usage_ping_enabled'] === false,
    instead: 'leaves it off while `usage_ping_enabled` is off',
    remedy: 'Remove usage_ping_features_enabled, or turn usage_ping_enabled on',
  },
];

/** The declared values that the platform would not keep. */
export function notKept(spec: SettingsSpec): readonly Fault[] {
  return NOT_KEPT.filter(({ field, is }) => spec[field] !== undefined && is(spec[field], spec)).map(
    ({ field, instead, remedy }) => ({
      field,
      message: `GitLab takes this \`${field}\` and ${instead}`,
      remedy,
    }),
  );
}
