import { expect, test } from 'vitest';
import { createAllowance, toldBy } from '../../src/api/limits/rate-limit-headers.ts';
import { endpointClass } from '../../src/api/limits/endpoint-class.ts';
import { createQueue } from '../../src/api/limits/queue.ts';
import { createQuota } from '../../src/api/limits/learned-quota.ts';
import { createWindow } from '../../src/api/limits/concurrency-window.ts';

const LATENCY = 20;

interface Flight {
  readonly at: number;
  readonly isRefused: boolean;
}

/** Sends requests, a millisecond at a time, to a platform that permits so many in each second. */
function sendTo(limitAt: (second: number) => number, requests: number) {
  const quota = createQuota();
  let underway: Flight[] = [];
  const seen = { now: 0, answered: 0, refused: 0, left: requests };
  let passed = { second: -1, count: 0 };
  for (; seen.answered < requests && seen.now < 600_000; seen.now++) {
    for (const { at, isRefused } of underway.filter(({ at: sent }) => sent + LATENCY <= seen.now)) {
      if (isRefused) {
        quota.refused(at, seen.now, 1000);
        seen.left++;
        seen.refused++;
      } else {
        quota.answered(at, seen.now);
        seen.answered++;
      }
    }
    underway = underway.filter(({ at }) => at + LATENCY > seen.now);
    while (seen.left > 0 && underway.length < Math.min(32, quota.atATime(LATENCY)) && quota.wait(seen.now) <= 0) {
      const second = Math.floor(seen.now / 1000);
      if (second !== passed.second) passed = { second, count: 0 };
      const isRefused = passed.count >= limitAt(second);
      if (!isRefused) passed.count++;
      seen.left--;
      quota.passed();
      underway.push({ at: seen.now, isRefused });
    }
  }
  return seen;
}

test('without a limit nothing waits', () => {
  const seen = sendTo(() => Infinity, 2000);
  expect(seen.refused).toBe(0);
  expect(seen.now).toBeLessThan((2000 / 32) * (LATENCY + 2) + 100);
});

test('a limit that nobody told of is learned from what it refuses', () => {
  const seen = sendTo(() => 100, 3000);
  expect(seen.answered).toBe(3000);
  expect(seen.refused / 3000).toBeLessThan(0.04);
  expect(seen.now / 1000).toBeLessThan(30 * 1.15);
});

test('a limit that falls is learned again, and one that rises is found', () => {
  const seen = sendTo((second) => (second < 20 ? 200 : second < 40 ? 60 : 160), 20 * (200 + 60 + 160));
  expect(seen.answered).toBe(20 * (200 + 60 + 160));
  expect(seen.refused / seen.answered).toBeLessThan(0.04);
  expect(seen.now / 1000).toBeLessThan(60 * 1.15);
});

test('what the platform says it will refuse is not sent', () => {
  const allowance = createAllowance();
  allowance.told({ remaining: 3, resetAt: 5000 }, 1);
  expect(allowance.wait(1000)).toBe(0);
  allowance.passed();
  allowance.passed();
  expect(allowance.wait(1000)).toBe(4000);
  allowance.told({ remaining: 50, resetAt: 4000 }, 0);
  expect(allowance.wait(1000)).toBe(4000);
  expect(allowance.wait(5000)).toBe(0);
});

test('the reset is told by the clock of the platform', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const header = (headers: { readonly [name: string]: string }) => (name: string) => headers[name];
  const reset = String(now / 1000 + 60);
  const near = header({ 'ratelimit-remaining': '7', 'ratelimit-reset': reset, date: new Date(now).toUTCString() });
  expect(toldBy(near, now)).toEqual({ remaining: 7, resetAt: now + 60_000 });
  const ahead = header({
    'ratelimit-remaining': '7',
    'ratelimit-reset': String(now / 1000 + 3660),
    date: new Date(now + 3_600_000).toUTCString(),
  });
  expect(toldBy(ahead, now)).toEqual({ remaining: 7, resetAt: now + 60_000 });
  expect(toldBy(header({}), now)).toBeUndefined();
});

test('endpoints are told apart as the platform limits them', () => {
  expect(endpointClass('GET', '/api/v4/groups/a%2Fb?with_projects=false')).toBe('GET /groups/:');
  expect(endpointClass('GET', '/api/v4/groups?page=2')).toBe('GET /groups');
  expect(endpointClass('DELETE', '/api/v4/groups/7/members/9?skip_subresources=true')).toBe(
    'DELETE /groups/:/members/:',
  );
});

test('the window opens while answers come, and shrinks where a round of them waits in line', () => {
  const window = createWindow(64);
  expect(window.size()).toBe(32);
  for (let index = 0; index < 200; index++) window.answered('GET /groups', 20);
  expect(window.size()).toBe(64);
  for (let index = 0; index < 400; index++) window.answered('GET /groups', 900);
  expect(window.size()).toBeLessThan(32);
  for (let index = 0; index < 4000; index++) window.answered('GET /groups', 900);
  expect(window.size()).toBeGreaterThanOrEqual(4);
});

test('a queue gives what it was given, in its order', () => {
  const queue = createQueue<number>();
  for (let index = 0; index < 5000; index++) queue.push(index);
  const taken: (number | undefined)[] = [];
  while (queue.size() > 0) taken.push(queue.shift());
  expect(taken).toEqual(Array.from({ length: 5000 }, (_, index) => index));
  expect(queue.shift()).toBeUndefined();
});
