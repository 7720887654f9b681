import { reveal, SecretMissing } from '../../api/secrets.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Plan } from '../../model.ts';
import { secretsIn } from '../fill-call.ts';
import { claimTrouble } from './claim.ts';
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
      const file = call.saveSecretTo?.file;
      const sink = file !== undefined && sinkTrouble(file);
      const why = sink || (file !== undefined && claimTrouble(file));
      if (!why) return troubles;
      const message = `${address} gives a secret that cannot be kept: ${why}`;
      const remedy = sink ? 'make its folder, or name another file' : 'move that away, or name another file';
      return [...troubles, { severity: 'error', code: 'bad-sink', message, place, remedy }];
    }),
  );
}
