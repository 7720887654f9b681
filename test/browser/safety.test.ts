import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, startBrowser } from './browser.ts';
import { hostileNames, hostilePlan, pageOf, refusedPlan } from './reports.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('whatever names hold is text: nothing of it becomes an element, and nothing of it runs', async () => {
  const { page, url, requests, complaints } = await open(browser, pageOf({ plan: hostilePlan }));
  await page.getByRole('button', { name: 'Open all' }).click();
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  expect(await page.locator('img, svg, iframe, object, title ~ script, b > b, style ~ style').count()).toBe(0);
  expect(await page.locator('script').count()).toBe(2);
  const names = await page.locator('.change b').allTextContents();
  expect(names).toEqual(
    expect.arrayContaining([`member[${hostileNames[0] ?? ''}]`, 'member[\\u{2028}\\u{2029}&lt;b&gt;]']),
  );
  const links = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links.filter((link) => link?.startsWith('#') !== true)).toEqual([]);
  expect(requests).toEqual([url]);
  expect(complaints).toEqual([]);
});

test('no request leaves the page, whatever is pressed in it', async () => {
  const { page, url, requests, complaints } = await open(browser, pageOf({ plan: refusedPlan }));
  await page.getByRole('searchbox').fill('hook');
  await page.keyboard.press('Enter');
  for (const name of ['Open all', 'Fold all', 'Show all']) await page.getByRole('button', { name }).click();
  for (const link of await page.locator('.overview a').all()) await link.click();
  for (const box of await page.getByRole('checkbox').all()) await box.click();
  expect([...new Set(requests)]).toEqual([url]);
  expect(complaints).toEqual([]);
});

test('the policy keeps out scripts, styles and requests that are not of the file itself', async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outside = `http://127.0.0.1:${port}`;
  const added = [
    '<script>document.title = "taken over"</script>',
    `<script src="${outside}/script"></script><img src="${outside}/image"><iframe src="${outside}/frame"></iframe>`,
    `<link rel="stylesheet" href="${outside}/style"><style>h1 { color: rgb(1, 2, 3) }</style>`,
  ];
  const text = pageOf({ plan: refusedPlan }).replace('</body>', `${added.join('')}</body>`);
  const { page, complaints } = await open(browser, text);
  const fetched = await page.evaluate(
    (url) => fetch(url, { mode: 'no-cors' }).then(() => 'answered', String),
    `${outside}/fetched`,
  );
  expect(fetched).toContain('TypeError');
  expect(await page.title()).toContain('Plan for');
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).color)).not.toBe(
    'rgb(1, 2, 3)',
  );
  const markup = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>markup</b>';
      return 'taken';
    } catch (error) {
      return String(error);
    }
  });
  expect(markup).toContain('TrustedHTML');
  expect(complaints.join('\n')).toMatch(/Content Security Policy/);
  expect(heard).toEqual([]);
  server.close();
});
