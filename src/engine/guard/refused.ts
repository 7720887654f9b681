import { ApiError } from '../../api/api-error.ts';

/** Whether an answer keeps back what was asked for, while other requests may well be answered. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== undefined && error.status < 500;
}
