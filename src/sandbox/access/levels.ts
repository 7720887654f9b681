import { since, type Edition } from '../store/edition.ts';

/** The levels that came late: Planner, and Security Manager, which an instance could switch on before (18.9). */
const came: Readonly<Record<number, string>> = { 15: '17.7', 25: '19.0' };

const grades = [10, 15, 20, 25, 30, 40, 50];

/** A parameter that takes a level from Guest to Owner, as far as the version has it. */
export const gradeParam = { type: 'integer', values: grades, valuesSince: came } as const;

/** A parameter that takes minimal access as well. */
export const levelParam = { ...gradeParam, values: [5, ...grades] } as const;

/** The levels from Guest to Owner that a version has. */
export function gradesOf(edition: Edition): readonly number[] {
  return grades.filter((level) => since(edition, came[level] ?? '0.0'));
}
