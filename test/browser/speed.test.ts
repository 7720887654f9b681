import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, startBrowser } from './browser.ts';
import { largePlan, pageOf } from './reports.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** In milliseconds, from the beginning of the navigation. */
const LONGEST = { used: 2000, searched: 1000 };
const MOST_TRIES = 5;

interface Try {
  readonly used: number;
  readonly searched: number;
  readonly shown: string;
}

const isFast = ({ used, searched }: Try): boolean => used < LONGEST.used && searched < LONGEST.searched;

test('5,000 changes are there to be used in less than two seconds, and all of them are found', async () => {
  const text = pageOf({ plan: largePlan(5000) });
  // The best of several: how busy a machine is beside the tests is not what is measured.
  const tries: Try[] = [];
  while (tries.length < MOST_TRIES && !tries.some(isFast)) {
    const { page } = await open(browser, text);
    tries.push(
      await page.evaluate(async () => {
        const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
        await frame();
        await frame();
        const used = performance.now();
        const search = document.querySelector<HTMLInputElement>('#search');
        if (search === null) throw new Error('there is nothing to search with');
        search.value = 'person-4999';
        search.dispatchEvent(new Event('input', { bubbles: true }));
        await frame();
        const searched = performance.now() - used;
        while (document.querySelectorAll('.change').length < 5000)
          await new Promise((resolve) => setTimeout(resolve, 10));
        const rows = [...document.querySelectorAll<HTMLElement>('.change')].filter((row) => row.checkVisibility());
        return { used, searched, shown: rows.map((row) => row.querySelector('b')?.textContent).join() };
      }),
    );
  }
  console.info(
    tries
      .map(({ used, searched }) => `usable after ${used.toFixed()} ms, searched in ${searched.toFixed()} ms`)
      .join('; '),
  );
  expect(tries.map(({ shown }) => shown)).toEqual(Array(tries.length).fill('member[person-4999]'));
  expect(tries.filter(isFast)).toHaveLength(1);
});
