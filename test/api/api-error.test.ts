import { expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';

const request = { method: 'GET', path: '/groups' };

it('an error of which nothing more is known says so, and has left nothing undone or done', () => {
  const error = new ApiError('redirected', 'one sentence', request);
  expect(error).toMatchObject({
    name: 'ApiError',
    message: 'one sentence',
    code: 'redirected',
    ...request,
    status: undefined,
    serverMessage: undefined,
    body: undefined,
    outcomeUnknown: false,
  });
  expect(String(error)).toBe('ApiError: one sentence');
});

it('an error carries what the platform said', () => {
  const detail = { status: 500, serverMessage: 'oops', body: { message: 'oops' }, outcomeUnknown: true };
  expect(new ApiError('server-error', 'x', request, detail)).toMatchObject(detail);
  expect(new ApiError('server-error', 'x', request, { outcomeUnknown: false }).outcomeUnknown).toBe(false);
});
