import { describe, expect, it } from 'vitest';
import { createWindow, type Window } from '../../src/api/limits/concurrency-window.ts';

function answers(window: Window, count: number, latency: number, endpoint = 'GET /groups'): void {
  for (let index = 0; index < count; index++) window.answered(endpoint, latency);
}

describe('the window', () => {
  it('begins with thirty-two, or its ceiling, and is never shut', () => {
    expect(createWindow(64).size()).toBe(32);
    expect(createWindow(5).size()).toBe(5);
    expect(createWindow(0).size()).toBe(1);
  });

  it('opens by one with each answer until it has met an end, and no further than its ceiling', () => {
    const window = createWindow(40);
    answers(window, 3, 20);
    expect(window.size()).toBe(35);
    answers(window, 5, 20);
    expect(window.size()).toBe(40);
    answers(window, 100, 20);
    expect(window.size()).toBe(40);
  });

  it('is halved by a refusal, down to one, and then opens by one in a round', () => {
    const window = createWindow(64);
    window.refused(1000);
    expect(window.size()).toBe(16);
    answers(window, 15, 20);
    expect(window.size()).toBe(16);
    answers(window, 2, 20);
    expect(window.size()).toBe(17);
    for (const now of [2000, 3000, 4000, 5000, 6000, 7000]) window.refused(now);
    expect(window.size()).toBe(1);
  });

  it('takes refusals within half a second of one another for one', () => {
    const window = createWindow(64);
    for (const now of [1000, 1500, 2000]) window.refused(now);
    expect(window.size()).toBe(16);
    window.refused(2501);
    expect(window.size()).toBe(8);
  });

  it('shrinks by a fifth where most of a round waited in line, and starts a new round', () => {
    const window = createWindow(32);
    answers(window, 16, 20);
    answers(window, 16, 900);
    expect(window.size()).toBe(32);
    answers(window, 31, 900);
    expect(window.size()).toBe(32);
    answers(window, 1, 900);
    expect(window.size()).toBe(25);
    answers(window, 24, 900);
    expect(window.size()).toBe(26);
  });

  it('never shrinks below four for slowness', () => {
    const window = createWindow(4);
    answers(window, 1, 20);
    answers(window, 40, 900);
    expect(window.size()).toBe(4);
    const wider = createWindow(32);
    answers(wider, 1, 20);
    for (let round = 0; round < 200; round++) {
      wider.answered('GET /groups', 20);
      answers(wider, 40, 900);
    }
    expect(wider.size()).toBeGreaterThanOrEqual(4);
    expect(wider.size()).toBeLessThan(10);
  });

  it('does not call slow what is not thrice as long, or hardly longer in time', () => {
    for (const [best, latency] of [
      [200, 590],
      [10, 255],
      [125, 375],
    ] as const) {
      const window = createWindow(32);
      window.answered('GET /groups', best);
      answers(window, 200, latency);
      expect(window.size()).toBe(32);
    }
  });

  it('opens, and calls nothing slow, where others judge whether answers are', () => {
    const window = createWindow(40);
    window.answered('GET /groups', 20);
    for (let index = 0; index < 100; index++) window.answered('GET /groups', undefined);
    expect(window.size()).toBe(40);
  });

  it('knows each endpoint by itself: one that always takes long does not wait in line', () => {
    const window = createWindow(32);
    for (let index = 0; index < 100; index++) {
      window.answered('GET /version', 5);
      window.answered('POST /groups', 900);
    }
    expect(window.size()).toBe(32);
  });

  it('forgets in time how short the shortest was, where the platform has become slower for good', () => {
    const window = createWindow(8);
    window.answered('GET /groups', 400);
    answers(window, 1000, 1300);
    const before = window.size();
    answers(window, 200, 1300);
    expect(window.size()).toBeGreaterThanOrEqual(before);
    expect(window.size()).toBe(8);
  });
});
