import { readFileSync, rmSync } from 'node:fs';
import { specialFile } from '../../base/special-file.ts';
import { replacedAt } from '../../base/whole-file.ts';
import { PLAN } from './writable.ts';

/** Removes a plan that an earlier run has saved in a file, so that nobody takes it for the one that could not be made; whether there was one. */
export function removeEarlierPlan(file: string): boolean {
  try {
    const place = replacedAt(file);
    if (place === undefined || specialFile(place) !== undefined) return false;
    if (!PLAN.replaces(readFileSync(place, 'utf8'))) return false;
    rmSync(place);
    return true;
  } catch {
    // There is none, or nothing may be removed there: then it could not have been written either, which was told.
    return false;
  }
}
