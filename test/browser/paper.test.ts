import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, shownNames, startBrowser } from './browser.ts';
import { largePlan, pageOf, refusedPlan } from './reports.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('on paper is all that the filters show, with nothing folded; afterwards it is folded as before', async () => {
  const { page } = await open(browser, pageOf({ plan: refusedPlan }), { fragment: '#deed=update' });
  // What the printing itself tells the page, and in which form it is then.
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const rows = [...document.querySelectorAll<HTMLElement>('.change')].filter((row) => row.checkVisibility());
      document.documentElement.dataset['printed'] = rows.map((row) => row.innerText).join('\n');
      document.documentElement.dataset['notes'] = document.querySelector<HTMLElement>('.overview')?.innerText ?? '';
    });
  });
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.length).toBeGreaterThan(10_000);
  const { printed = '', notes = '' } = await page.evaluate(() => {
    const { printed, notes } = document.documentElement.dataset;
    return { printed, notes };
  });
  for (const text of ['PUT /groups/platform/hooks/3', 'PUT /runners/12', 'member_role_id: (id of instance/member_role'])
    expect(printed).toContain(text);
  expect(printed).not.toContain('mallory');
  expect(notes).toContain('group[platform]/hook[ci] token');
  expect(notes).toContain('the member erin of group "platform" has access for ever');
  await expect.poll(() => shownNames(page)).toHaveLength(4);
  await expect.poll(() => page.locator('.body:visible').count()).toBe(0);
});

test('paper is light, without what is only for a screen, and rows that were not made yet are on it', async () => {
  const { page } = await open(browser, pageOf({ plan: largePlan(2000) }), { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await page.locator('.change .body').count()).toBe(2000);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  for (const part of ['form', 'nav', 'button', '.colours'])
    expect(await page.locator(`${part}:visible`).count()).toBe(0);
});

test('a browser that prints without a word before still prints what is folded, and no link that leads nowhere on paper', async () => {
  const { page } = await open(browser, pageOf({ plan: refusedPlan }));
  const first = page.getByRole('region', { name: 'In short' });
  expect(await first.innerText()).toContain('See what mass-removal is about');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => first.innerText()).toContain('group[platform]/hook[ci] token');
  expect(await first.innerText()).not.toContain('See what');
  expect(await page.locator('.kinds table').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => first.innerText()).not.toContain('group[platform]/hook[ci] token');
});
