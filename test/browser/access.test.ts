import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person, Review, Way } from '../../src/engine/review/review.ts';
import { reviewPage } from '../../src/report/review/review-page.ts';
import { open, startBrowser } from './browser.ts';
import { pageOf, refusedPlan } from './reports.ts';
import { change, samplePlan } from '../report/sample-plan.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const [first = change({ address: 'instance/settings', action: 'update' }), second = first] = samplePlan.changes;
const group = { type: 'group', path: 'acme' } as const;
const owner: Way = { through: 'direct', level: 50, kept: 50 };
const somebody = { id: 1, state: 'active', nature: 'person', tokens: [], access: [] } as const;
const somebodies: readonly Person[] = [
  { ...somebody, username: 'alma', admin: true },
  { ...somebody, username: 'bela', external: true, access: [{ place: group, level: 50, ways: [owner] }] },
  { ...somebody, username: 'carl', state: 'blocked' },
];
const company: Omit<Review, 'people'> = {
  ...{ target: { url: 'https://gitlab.test', version: '18.9.0' }, day: '2026-11-27', targets: [], places: [group] },
  ...{ looked: { groups: 1, projects: 0 }, left: [] },
};
const REPORTS = {
  plan: pageOf({ plan: refusedPlan }),
  drift: pageOf({
    command: 'drift',
    plan: {
      ...samplePlan,
      unmanaged: [
        { section: 'group[platform]/members', count: 1, entries: [{ address: 'group[platform]/member[eve]' }] },
      ],
    },
    looked: {
      reads: 14,
      unwatched: 'Not looked at, since not declared: in 3 groups hooks.',
      who: new Map([[first.address, { author: 'eve', at: '2026-11-19T14:03:00Z' }]]),
    },
  }),
  apply: pageOf({
    command: 'apply',
    isDone: false,
    plan: samplePlan,
    outcomes: [
      { change: first, status: 'done' },
      { change: second, status: 'failed', failure: { code: 'refused', message: 'GitLab refused it', status: 403 } },
      ...samplePlan.changes
        .slice(2)
        .map((one) => ({ change: one, status: 'not-attempted' as const, because: 'it waits' })),
    ],
  }),
  review: reviewPage(
    { ...company, people: somebodies },
    { people: somebodies, undecided: [] },
    { endedAt: '2026-11-19T14:03:00Z', version: '1.2.3' },
  ),
  empty: pageOf({ plan: { ...samplePlan, changes: [] } }),
  broken: pageOf({
    isDone: false,
    diagnostics: [{ severity: 'error', code: 'unknown-key', message: 'there is no such key', remedy: 'take it out' }],
  }),
};

const SCREENS: { readonly [name: string]: BrowserContextOptions } = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  narrow: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
};

const CASES = Object.entries(REPORTS).flatMap(([report, text]) =>
  Object.entries(SCREENS).map(([screen, options]) => ({ report, screen, text, options })),
);

test.each(CASES)('$report, $screen: axe finds nothing that keeps anybody out', async ({ text, options }) => {
  // The page's own policy would keep the checker out.
  const { page } = await open(browser, text, { ...options, bypassCSP: true });
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  await page.waitForTimeout(200);
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() =>
    (globalThis as unknown as { readonly axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, any }) => [html, any.map((one) => one.message)]),
    })),
  ).toEqual([]);
  expect(passes.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['color-contrast', 'document-title', 'html-has-lang']),
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
