import { diagnosticCodes } from '../base/diagnostic-code.ts';
import { guardFlags } from './guard/guard-flags.ts';

/** What each code of a diagnostic means, those of the guards among them, as one sentence each. */
export const codeMeanings: ReadonlyMap<string, string> = new Map([
  ...Object.entries(diagnosticCodes),
  ...guardFlags.map(({ name, permits }): [string, string] => [
    `guard-${name}`,
    `A guard refuses the plan; \`--allow-${name}\` permits ${permits}, for one run.`,
  ]),
]);
