import { reveal, SecretMissing } from '../../api/secrets.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Plan } from '../../model.ts';
import { secretsIn } from '../fill-call.ts';
import { sinkTrouble } from './sink.ts';

/** What would keep a plan from being carried out, found out before its first call: a secret that is not set, a file that cannot be written. */
export function preflight(plan: Plan, env: NodeJS.ProcessEnv): Diagnostic[] {
  return plan.changes.flatMap(({ address, calls, place }) =>
    calls.flatMap((call): Diagnostic[] => {
      const troubles = secretsIn(call.body).flatMap((secret): Diagnostic[] => {
        try {
          reveal(secret, env);
          return [];
        } catch (error) {
          if (!(error instanceof SecretMissing)) throw error;
          const message = `${address} needs a secret: ${error.message}`;
          return [{ severity: 'error', code: 'unset-secret', message, place, remedy: 'set it, and apply again' }];
        }
      });
      const sink = call.saveSecretTo && sinkTrouble(call.saveSecretTo.file);
      if (sink === undefined) return troubles;
      const message = `${address} gives a secret that cannot be kept: ${sink}`;
      return [
        ...troubles,
        { severity: 'error', code: 'bad-sink', message, place, remedy: 'make its folder, or name another file' },
      ];
    }),
  );
}
