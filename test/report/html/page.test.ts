import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindsByName } from '../../../src/engine/kinds.ts';
import { kinds } from '../../../src/kinds/index.ts';
import { isPage } from '../../../src/report/html/is-page.ts';
import { htmlPage } from '../../../src/report/html/page.ts';
import { pageOf, hostilePlan } from '../../browser/reports.ts';
import { endedRun } from '../pipeline/ended-run.ts';
import { planArbitrary } from '../plan-arbitrary.ts';
import { samplePlan } from '../sample-plan.ts';

/** The texts of the elements of a name, as a parser of HTML finds them: up to the first end. */
function contents(page: string, name: 'script' | 'style'): readonly string[] {
  return [...page.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}`, 'gs'))].map(([, text = '']) => text);
}

const hash = (text: string | undefined): string =>
  `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`;

test('the page lets in its own program and style by their hashes, and no request at all', () => {
  const page = pageOf({ plan: samplePlan });
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  const [data, script] = contents(page, 'script');
  const [style] = contents(page, 'style');
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(script?.length).toBeGreaterThan(5_000);
  expect(script).not.toMatch(/<!--|<script/);
  expect(JSON.parse(data ?? '')).toMatchObject({
    sum: 'Plan: 1 to create, 4 to update, 1 to replace, 1 to delete; 40 unchanged',
  });
  // Before the policy stands nothing that it should have kept out.
  expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<style'));
  expect(page).not.toMatch(/<(?:link|img|iframe|object|base|form)\b|\bsrc=|@import|url\(/);
});

test('markup in names is nowhere but in the data, where it cannot be told from text', () => {
  const page = pageOf({ plan: hostilePlan });
  expect(contents(page, 'script')).toHaveLength(2);
  expect(page).not.toMatch(/<img|<svg|<b>|onerror=alert\(1\)>/);
});

test('any plan is one page with the same two scripts', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      const page = htmlPage(endedRun({ plan, looked: { reads: 1 } }), kindsByName(kinds));
      expect(contents(page, 'script')).toHaveLength(2);
      expect(JSON.parse(contents(page, 'script')[0] ?? '')).toHaveProperty('items.length', plan.changes.length);
    }),
    { numRuns: 50 },
  );
});

test('a page is known as one, and nothing else is', () => {
  expect(isPage(pageOf({ plan: samplePlan }))).toBe(true);
  expect(isPage('<!doctype html>\n<html lang="en"><body>glpat-somebody</body></html>')).toBe(false);
  expect(isPage('glpat-somebody')).toBe(false);
});
