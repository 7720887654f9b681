import { describe, expect, it } from 'vitest';
import { createAllowance, toldBy } from '../../src/api/limits/rate-limit-headers.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const told = (headers: { readonly [name: string]: string }) => toldBy((name) => headers[name], now);
const at = (milliseconds: number): string => new Date(milliseconds).toUTCString();

describe('what an answer says of the throttle', () => {
  const remaining = { 'ratelimit-remaining': '7' };
  const reset = { 'ratelimit-reset': String(now / 1000 + 60) };

  it('is nothing without both of its headers, or where one is no number', () => {
    expect([{}, remaining, reset].map(told)).toEqual([undefined, undefined, undefined]);
    expect(told({ ...remaining, 'ratelimit-reset': 'soon' })).toBeUndefined();
    expect(told({ ...reset, 'ratelimit-remaining': 'many' })).toBeUndefined();
  });

  it('is taken as it stands where the answer has no date, or one by nearly the same clock', () => {
    const plain = { remaining: 7, resetAt: now + 60_000 };
    expect(told({ ...remaining, ...reset })).toEqual(plain);
    expect(told({ ...remaining, ...reset, date: at(now + 1000) })).toEqual(plain);
    expect(told({ ...remaining, ...reset, date: at(now - 1000) })).toEqual(plain);
  });

  it('is shifted where the other clock is two seconds away, or more', () => {
    expect(told({ ...remaining, ...reset, date: at(now + 2000) })?.resetAt).toBe(now + 58_000);
    expect(told({ ...remaining, ...reset, date: at(now - 2000) })?.resetAt).toBe(now + 62_000);
  });
});

describe('the allowance', () => {
  it('has no bound until it is told of one', () => {
    const allowance = createAllowance();
    for (let index = 0; index < 1000; index++) allowance.passed();
    expect(allowance.wait(0)).toBe(0);
  });

  it('lets as many pass as remain besides those under way, and nobody after them before the reset', () => {
    const allowance = createAllowance();
    allowance.told({ remaining: 3, resetAt: 5000 }, 1);
    allowance.passed();
    expect(allowance.wait(1000)).toBe(0);
    allowance.passed();
    expect(allowance.wait(1000)).toBe(4000);
    expect(allowance.wait(4999)).toBe(1);
    expect(allowance.wait(5000)).toBe(0);
    allowance.passed();
    expect(allowance.wait(6000)).toBe(0);
  });

  it('does not believe an answer of an earlier period, and does believe a later one of the same', () => {
    const allowance = createAllowance();
    allowance.told({ remaining: 0, resetAt: 5000 }, 0);
    allowance.told({ remaining: 50, resetAt: 4999 }, 0);
    expect(allowance.wait(1000)).toBe(4000);
    allowance.told({ remaining: 50, resetAt: 5000 }, 0);
    expect(allowance.wait(1000)).toBe(0);
  });
});
