import type { Fault } from '../kind.ts';
import type { Scope } from '../model.ts';

/** Subgroups have none before 18.10, and behind a switch from then on (POST /groups/:id/service_accounts, 18.9). */
export function isBelowTheTop(scope: Scope): boolean {
  return scope.type === 'group' && scope.path.includes('/');
}

/** Why they cannot be declared there. */
export function belowTheTop(scope: Scope): readonly Fault[] {
  if (!isBelowTheTop(scope)) return [];
  return [
    {
      field: '',
      message: 'GitLab makes service accounts for groups at the top, and not below',
      remedy: 'declare it in the group at the top, and make it a member here',
    },
  ];
}
