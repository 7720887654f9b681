import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { secretsIn } from '../../engine/fill-call.ts';
import { isRemotePlace } from '../remote/repository-path.ts';
import type { Call, Change, Plan } from '../../model.ts';

/**
 * Why a saved plan is not applied from here: it names files relative to the folder in which it was made, and its configuration is not
 * found from here. A file of the same name at another place would be sent as the secret, and the new ones would be written there.
 */
export function madeInAnotherFolder(plan: Plan): Diagnostic | undefined {
  const { changes } = plan;
  const [named] = filesNamedBy(plan).filter(isRelative);
  if (named === undefined) return undefined;
  const configuration = new Set(changes.flatMap(({ place }) => place?.file ?? []).filter(isRelative));
  const missing = [...configuration].find((file) => !existsSync(file));
  if (missing === undefined) return undefined;
  if (isRemotePlace(missing)) return madeWithoutClone(named, missing);
  return {
    severity: 'error',
    code: 'plan-file-elsewhere',
    message: `the plan names ${named} relative to the folder in which it was made, and this is another one: there is no ${missing} here`,
    remedy: 'start apply in the folder in which the plan was made, or in the same one of another checkout',
  };
}

/** A configuration without files here says nothing of the folder that its plan was made in. */
function madeWithoutClone(named: string, place: string): Diagnostic {
  return {
    severity: 'error',
    code: 'plan-file-elsewhere',
    message: `the plan names ${named} relative to the folder in which it was made, and nothing tells whether it is this one: ${place} was read without a clone`,
    remedy: 'write the whole path of the file in the configuration, or apply the configuration itself with --config',
  };
}

/** The files that a saved plan names: where secrets come from and go to, what goes with its calls, and the ledger. */
export function filesNamedBy({ changes, ledger }: Plan): readonly string[] {
  return [...changes.flatMap(filesOf), ...(ledger === undefined ? [] : [ledger.file])];
}

function isRelative(file: string): boolean {
  return !isAbsolute(file);
}

function filesOf({ calls }: Change): readonly string[] {
  return calls.flatMap(({ body, attaches, saveSecretTo }: Call) => [
    ...(attaches === undefined ? [] : [attaches.file]),
    ...secretsIn(body).flatMap(({ source }) => (source.type === 'file' ? [source.path] : [])),
    ...(saveSecretTo?.files ?? []),
  ]);
}
