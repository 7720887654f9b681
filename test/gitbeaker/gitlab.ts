import { Gitlab, GitbeakerRequestError } from '@gitbeaker/rest';
import { expect } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { sandbox } from '../sandbox/client.ts';

/** A sandbox, and the client that many use to drive GitLab, which nobody here wrote. */
export async function drive(options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const as = (token: string) => new Gitlab({ host: gl.sandbox.url, token });
  return { gl, api: as(gl.token), as: (username: string) => as(gl.as(username).token) };
}

/** Expects a call of gitbeaker to be refused with a status, and gives the body of the refusal as text. */
export async function refused(call: Promise<unknown>, status: number): Promise<string> {
  const error: unknown = await call.then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitbeakerRequestError)) throw error;
  expect(error.cause?.response.status).toBe(status);
  return JSON.stringify(error.cause?.description ?? '');
}
