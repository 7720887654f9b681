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
      return [...troubles, ...(call.saveSecretTo?.files ?? []).flatMap((file) => badSink(file, address, place))];
    }),
  );
}

function badSink(file: string, address: string, place: Diagnostic['place']): readonly Diagnostic[] {
  const sink = sinkTrouble(file);
  const why = sink ?? claimTrouble(file);
  if (why === undefined) return [];
  const message = `${address} gives a secret that cannot be kept: ${why}`;
  const remedy = sink === undefined ? 'move that away, or name another file' : 'make its folder, or name another file';
  return [{ severity: 'error', code: 'bad-sink', message, place, remedy }];
}
