import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open, shownNames, startBrowser } from './browser.ts';
import type { Change } from '../../src/model.ts';
import { change, plan, samplePlan } from '../report/sample-plan.ts';
import { largePlan, pageOf, refusedPlan } from './reports.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const report = pageOf({ plan: refusedPlan });
const status = (page: Page) => page.getByRole('status');
const told = (page: Page, text: string): Promise<void> => status(page).getByText(text).waitFor();

test('the first lines answer what happens, how dangerous it is, and what nobody looked at', async () => {
  const { page } = await open(browser, report);
  const first = await page.getByRole('region', { name: 'In short' }).innerText();
  for (const answer of [
    'Plan: 1 to create, 4 to update, 1 to replace, 1 to delete; 40 unchanged',
    'It will not be applied as it is:',
    'mass-removal: half of group[platform]/members would go; to permit it for one run: --allow-mass-removal',
    '1 change removes something',
    '1 change replaces something',
    '1 change takes access away',
    '1 change changes access',
    'Unmanaged: 6 live entries are not declared, and left alone',
    'Unverifiable: 2 declared values are not compared, because the API does not return them, or their secret is not set here',
    '1 warning',
    '14 reads made',
  ])
    expect(first).toContain(answer);
});

describe('what is shown', () => {
  test('is found by all words that are told of it: names, values, requests and places', async () => {
    const { page } = await open(browser, report);
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const [words, names] of [
      ['MALLORY', ['member[mallory]']],
      ['arm64 x86', ['runner[platform-build]']],
      ['post /member_roles', ['member_role[security-reviewer]']],
      ['platform.yaml:21', ['hook[ci]']],
      ['mass-removal', ['member[mallory]']],
      ['--allow-mass-removal', ['member[mallory]']],
      ['nobody-has-this', []],
    ] as const) {
      await search.fill(words);
      await expect.poll(() => shownNames(page)).toEqual(names);
    }
    await told(page, 'Nothing of 7 changes fits: “nobody-has-this”.');
    // What was left alone is no change, and is looked for as well.
    await search.fill('left alone');
    await told(page, 'Nothing of 7 changes fits: “left alone”. 1 line above, in notes and warnings, has it.');
  });

  test.each(['plan', 'drift', 'apply'] as const)(
    'of a %s is found by every word that stands in its row',
    async (command) => {
      const [first, second] = samplePlan.changes;
      const outcomes = [first, second].flatMap((one) =>
        one === undefined ? [] : [{ change: one, status: 'not-attempted' as const, because: 'it waits' }],
      );
      const held = { severity: 'warning', code: 'held', message: 'somebody stays' } as const;
      const place = samplePlan.changes.find(({ address }) => address.endsWith('[mallory]'))?.place;
      const run = {
        command,
        plan: { ...refusedPlan, diagnostics: [{ ...held, ...(place && { place }) }] },
        ...(command === 'apply' && { outcomes }),
        ...(first && {
          looked: { reads: 1, who: new Map([[first.address, { author: 'eve', at: '2026-11-19T14:03:00Z' }]]) },
        }),
      };
      const { page } = await open(browser, pageOf(run));
      const rows = await page.locator('.change .what').allInnerTexts();
      expect(rows).toHaveLength(7);
      expect(rows.join(' ')).toContain(command === 'drift' ? 'more access' : 'takes access');
      for (const row of rows) {
        await page.getByRole('searchbox', { name: 'Search' }).fill(row.replaceAll('; ', ' '));
        await expect.poll(() => page.locator('.change:visible .what').allInnerTexts()).toContain(row);
      }
    },
  );

  test('is chosen by what happens, by risk, by kind, and by where it is; the address of the page says so to others', async () => {
    const { page, url } = await open(browser, report);
    await page.getByRole('checkbox', { name: 'update' }).check();
    await expect.poll(() => shownNames(page)).toHaveLength(4);
    await page.getByRole('checkbox', { name: 'hook' }).check();
    await expect.poll(() => shownNames(page)).toEqual(['hook[ci]']);
    await told(page, '1 of 7 changes shown: update, hook.');
    await page.getByRole('treeitem', { name: /^platform / }).click();
    expect(page.url()).toBe(`${url}#scope=group%5Bplatform%5D&deed=update&kind=hook`);
    await told(page, '1 of 7 changes shown in group[platform] and below: update, hook.');

    const other = await open(browser, report, { fragment: new URL(page.url()).hash });
    await expect.poll(() => shownNames(other.page)).toEqual(['hook[ci]']);
    expect(await other.page.getByRole('checkbox', { name: 'hook' }).isChecked()).toBe(true);
    expect(await other.page.getByRole('treeitem', { selected: true }).innerText()).toMatch(/^platform/);
    await other.page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => shownNames(other.page)).toHaveLength(7);
    expect(other.page.url()).toBe(other.url);
  });

  test('goes back from choice to choice', async () => {
    const { page, url } = await open(browser, report);
    await page.getByRole('checkbox', { name: 'update' }).check();
    await page.getByRole('checkbox', { name: 'hook' }).check();
    await page.getByRole('searchbox', { name: 'Search' }).fill('ci');
    await page.goBack();
    await expect.poll(() => shownNames(page)).toHaveLength(4);
    expect(await page.getByRole('checkbox', { name: 'hook' }).isChecked()).toBe(false);
    await page.goBack();
    await expect.poll(() => shownNames(page)).toHaveLength(7);
    expect(page.url()).toBe(url);
  });

  test('is found by the line of a default, and by what is alike', async () => {
    const place = { file: 'all.yaml', line: 4, column: 7 };
    const own = { file: 'groups.yaml', line: 9, column: 3 };
    const fields = [
      { path: 'visibility', from: 'private', to: 'internal', place },
      { path: 'description', from: 'a', to: 'b' },
    ];
    const changes = ['a', 'b', 'c', 'd'].map((key) =>
      change({
        address: `group[${key}]`,
        action: 'update',
        fields: key === 'd' ? fields.slice(1) : fields,
        place: own,
      }),
    );
    const { page } = await open(browser, pageOf({ plan: plan({ changes }) }));
    const row = page.locator('.change', { hasText: 'group[b]' });
    expect(await row.locator('summary').innerText()).toContain('alike in 2 more');
    expect(await row.locator('summary .place').innerText()).toBe('groups.yaml:9:3 and 1 default more');
    await row.locator('summary').click();
    expect(await row.locator('td.after').allInnerTexts()).toEqual([
      expect.stringMatching(/^internal\s+default at all\.yaml:4:7, which changes 3 here$/),
      expect.stringMatching(/^b\s+entry at groups\.yaml:9:3$/),
    ]);
    await row.getByRole('link', { name: '3 here' }).click();
    await told(page, '3 of 4 changes shown: by the default at all.yaml:4:7.');
    await page.getByRole('checkbox', { name: 'update' }).check();
    await told(page, '3 of 4 changes shown: update, by the default at all.yaml:4:7.');
    await page.getByRole('button', { name: 'Show all' }).click();
    await row.getByRole('link', { name: 'Show this and the 2 like it' }).click();
    await told(page, '3 of 4 changes shown: alike to group[a].');
  });

  test('begins with what to look at first, of what is alike once', async () => {
    const level = { path: 'access_level', from: 'owner', to: 'guest' };
    const changes = [
      ...Array.from({ length: 9 }, (_, index) =>
        change({ address: `group[g${index}]/member[eve]`, action: 'update', fields: [level] }),
      ),
      ...['g1', 'g2'].map((key) => change({ address: `group[${key}]/hook[ci]`, action: 'delete' })),
      change({ address: 'group[g9]', action: 'delete' }),
      change({ address: 'group[g8]/hook[new]', action: 'create' }),
    ];
    const permitted = [
      { guard: 'mass-change', message: 'too many', addresses: ['group[g8]/hook[new]'] },
      { guard: 'scope-deletion', message: 'all in it goes', addresses: ['group[g9]'] },
    ];
    const { page } = await open(browser, pageOf({ plan: plan({ changes, permitted }) }));
    expect(await page.locator('.first li').allInnerTexts()).toEqual([
      expect.stringMatching(/^−\s+delete group\[g9\]/),
      expect.stringMatching(/^−\s+delete group\[g1\]\/hook\[ci\] .*alike in 1 more$/),
      expect.stringMatching(/^~\s+update group\[g0\]\/member\[eve\] .*alike in 8 more$/),
      expect.stringMatching(/^\+\s+create group\[g8\]\/hook\[new\]$/),
    ]);
    await page.getByRole('link', { name: 'See what scope-deletion is about' }).click();
    await expect.poll(() => shownNames(page)).toEqual(['group[g9]']);
  });

  test('before that names the line of a default that changes the most, and of what goes looks last at what holds nothing', async () => {
    const place = { file: 'all.yaml', line: 4, column: 7 };
    const field = { path: 'lfs_enabled', from: false, to: true, place };
    const going = (address: string, names: readonly string[]): Change => {
      const gone = change({ address, action: 'delete' });
      const goes = { what: 'member', count: names.length, names };
      return { ...gone, seen: { ...gone.seen, along: [{ read: { path: '/members' }, ids: [], goes }] } };
    };
    const changes = [
      ...Array.from({ length: 10 }, (_, index) =>
        change({ address: `group[g${index}]`, action: 'update', fields: [field] }),
      ),
      going('group[x]', []),
      going('group[y]', ['eve']),
      change({
        ...{ address: 'group[g0]/member[eve]', action: 'update' },
        fields: [{ path: 'access_level', from: 'guest', to: 'owner' }],
      }),
    ];
    const refusals = [{ guard: 'mass-change', message: 'too many', addresses: changes.map(({ address }) => address) }];
    const { page } = await open(browser, pageOf({ plan: plan({ changes, refusals }) }));
    expect(await page.locator('.first li').allInnerTexts()).toEqual([
      expect.stringMatching(/^~\s+10 changes by one line, the default at all\.yaml:4:7 lfs_enabled\s+false → true$/),
      expect.stringMatching(/^−\s+delete group\[y\]/),
      expect.stringMatching(/^−\s+delete group\[x\]/),
      expect.stringMatching(/^~\s+update group\[g0\]\/member\[eve\]/),
    ]);
    await page.getByRole('link', { name: 'default at all.yaml:4:7' }).click();
    await told(page, '10 of 13 changes shown: by the default at all.yaml:4:7.');
  });

  test('names every group and project that goes and every one that moves before others of many, and says how many more there are', async () => {
    const level = (to: string) => [{ path: 'access_level', from: 'guest', to }];
    const changes = [
      ...Array.from({ length: 6 }, (_, index) =>
        change({ address: `group[g${index}]/member[m${index}]`, action: 'create', fields: level('owner') }),
      ),
      ...Array.from({ length: 6 }, (_, index) =>
        change({ address: `group[g${index}]/hook[h${index}]`, action: 'delete' }),
      ),
      change({ address: 'group[x]', action: 'delete' }),
      change({ address: 'project[x2/p]', action: 'delete' }),
      change({
        ...{ address: 'group[new]', action: 'update', reason: { code: 'renamed', from: 'old' } },
        fields: [{ path: 'full_path', from: 'old', to: 'new' }],
      }),
    ];
    const { page } = await open(browser, pageOf({ plan: plan({ changes }) }));
    const first = await page.locator('.first li').allInnerTexts();
    expect(first).toHaveLength(8);
    expect(first.slice(0, 2)).toEqual(['− delete group[x]', '− delete project[x2/p]']);
    expect(first.join('\n')).toContain('~ update group[new]');
    expect(await page.locator('.first > p').allInnerTexts()).toEqual(['Look at first:', 'and 7 more: all 15 of these']);
    await page.getByRole('link', { name: 'all 15 of these' }).click();
    await expect.poll(() => shownNames(page)).toHaveLength(15);
    expect(await page.getByRole('checkbox', { name: 'removes' }).isChecked()).toBe(true);
  });

  test.each(['renamed', 'moved', 'previously', 'new path', 'old'])(
    'a new path is found by %j, and is a risk of its own',
    async (text) => {
      const moved = change({
        ...{ address: 'group[new]', action: 'update', reason: { code: 'renamed', from: 'old' } },
        fields: [{ path: 'full_path', from: 'old', to: 'new' }],
      });
      const settings = change({ address: 'instance/settings', action: 'update' });
      const { page } = await open(browser, pageOf({ plan: plan({ changes: [moved, settings] }) }));
      expect(await page.locator('.risk').allInnerTexts()).toEqual([
        '1 change renames or moves something, which changes its URLs',
      ]);
      expect(await page.locator('.mark').allInnerTexts()).toEqual(['new path']);
      await page.getByRole('searchbox', { name: 'Search' }).fill(text);
      await expect.poll(() => shownNames(page)).toEqual(['group[new]']);
      await page.locator('.change:visible summary').click();
      expect(await page.locator('.body dl').innerText()).toMatch(/Previously\s+old/);
    },
  );

  test('follows the links of the first lines', async () => {
    const { page } = await open(browser, report);
    await page.getByRole('link', { name: '1 change takes access away' }).click();
    await expect.poll(() => shownNames(page)).toEqual(['member[mallory]']);
    await page.getByRole('link', { name: 'See what mass-removal is about' }).click();
    await expect.poll(() => shownNames(page)).toEqual(['member[mallory]']);
    expect(await page.getByRole('checkbox', { name: 'mass-removal' }).isChecked()).toBe(true);
  });

  test('opens to all that is told of it, and a link leads there', async () => {
    const { page } = await open(browser, report);
    await page.getByText('hook[ci]', { exact: true }).click();
    const body = page.locator('.change:has-text("hook[ci]") .body');
    expect(await body.innerText()).toMatch(/https:\/\/ci\.example\.com\/hook\s+https:\/\/ci\.example\.com\/v2\/hook/);
    for (const text of ['config/platform.yaml:21:7', 'PUT /groups/platform/hooks/3', '(secret env CI_HOOK_TOKEN)'])
      expect(await body.innerText()).toContain(text);
    const link = await body.getByRole('link', { name: 'Link to this' }).getAttribute('href');
    const other = await open(browser, report, { fragment: link ?? '' });
    await expect.poll(() => other.page.locator('.body:visible').count()).toBe(1);
    expect(await other.page.evaluate(() => document.activeElement?.textContent)).toContain('hook[ci]');
  });

  test('is a list of scopes that fold', async () => {
    const { page } = await open(browser, report);
    await page.getByRole('heading', { name: 'group[platform]' }).click();
    await expect.poll(() => shownNames(page)).toEqual(['settings', 'member_role[security-reviewer]']);
    await page.getByRole('button', { name: 'Open all' }).click();
    await expect.poll(() => page.locator('.body:visible').count()).toBe(7);
    await page.getByRole('button', { name: 'Fold all' }).click();
    await expect.poll(() => page.locator('.body:visible').count()).toBe(0);
    expect(await page.locator('.change:visible').count()).toBe(0);
    expect(await page.locator('.scope > summary:visible').count()).toBe(2);
  });
});

describe('what is counted', () => {
  const count = (page: Page, name: string) => page.locator('.choice', { hasText: name }).locator('.count').innerText();

  test('follows what is shown: at each choice, in the head of a scope, and by kind', async () => {
    const { page } = await open(browser, report);
    const table = page.locator('.kinds tbody tr');
    expect(await count(page, 'update')).toBe('4');
    expect(await table.count()).toBe(6);
    await page.getByRole('treeitem', { name: /^platform / }).click();
    await expect.poll(() => count(page, 'update')).toBe('3');
    expect(await count(page, 'member role')).toBe('0');
    await page.getByRole('checkbox', { name: 'update' }).check();
    // What another choice of the same kind would leave is still told.
    await expect.poll(() => count(page, 'delete')).toBe('1');
    expect(await page.locator('.scope:visible > summary .counts > [aria-hidden]').allInnerTexts()).toEqual(['~3']);
    expect(await table.locator('th').allInnerTexts()).toEqual(['hook', 'member', 'runner']);
    expect((await table.allInnerTexts()).join(' ')).not.toMatch(/[02-9]/);
  });

  test('is among too many where a guard refuses the number, and refused where one refuses what it does', async () => {
    const { page } = await open(browser, report);
    const row = page.locator('.change', { hasText: 'member[mallory]' });
    expect(await row.locator('.mark').allTextContents()).toEqual(['among too many', 'takes access']);
  });

  test('in the tree follows what is chosen, whichever scope is', async () => {
    const { page } = await open(browser, report);
    const everything = page.getByRole('treeitem', { name: /^Everything/ });
    expect(await everything.innerText()).toMatch(/\+1.*~4/s);
    await page.getByRole('checkbox', { name: 'update' }).check();
    await page.getByRole('treeitem', { name: /^platform / }).click();
    await expect.poll(() => everything.innerText()).not.toContain('+1');
    expect(await everything.innerText()).toContain('~4');
    expect(await page.getByRole('treeitem', { name: /^platform / }).innerText()).toContain('~3');
  });
});

test('on a narrow screen a link to some of the changes leads there', async () => {
  const { page } = await open(browser, report, { viewport: { width: 400, height: 700 } });
  const inSight = () =>
    page
      .locator('.change:visible')
      .first()
      .evaluate((row) => row.getBoundingClientRect().top < 700);
  expect(await inSight()).toBe(false);
  await page.getByRole('link', { name: '1 change takes access away' }).click();
  await expect.poll(inSight).toBe(true);
});

test('on a narrow screen nothing is cut without a hint', async () => {
  const warnings = Array.from({ length: 60 }, (_, index) => ({
    ...{ severity: 'warning' as const, code: 'held' as const, message: `somebody stays, ${index}` },
  }));
  const plan = { ...largePlan(600), diagnostics: warnings };
  const { page } = await open(browser, pageOf({ plan }), { viewport: { width: 400, height: 800 } });
  await page.getByText('60 warnings').click();
  const cut = await page.locator('.said').evaluate((list) => list.scrollHeight - list.clientHeight);
  expect(cut).toBeLessThanOrEqual(0);
  const tree = page.locator('nav');
  expect(await tree.evaluate((nav) => nav.scrollHeight > nav.clientHeight)).toBe(true);
  expect(await tree.evaluate((nav) => getComputedStyle(nav).backgroundAttachment)).toBe('local, local, scroll, scroll');
});

describe('the keyboard alone', () => {
  test('reaches everything, and it is seen where it is', async () => {
    const { page } = await open(browser, report);
    const reached: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const at = document.activeElement;
        if (at === null || at === document.body) return '';
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const name = at.getAttribute('aria-label') ?? at.getAttribute('value') ?? at.id;
        const text =
          at.tagName === 'DIV' || at.tagName === 'SUMMARY' || at.tagName === 'A' || at.tagName === 'BUTTON'
            ? at.textContent
            : '';
        return `${at.tagName} ${name} ${text}${outlineStyle === 'none' || outlineWidth === '0px' ? ' UNSEEN' : ''}`;
      });
      if (seen === '') break;
      reached.push(seen);
    }
    expect(reached.filter((one) => one.includes('UNSEEN'))).toEqual([]);
    for (const part of ['Skip to the changes', 'colours', '1 warning', '1 change removes', 'search', 'INPUT delete'])
      expect(reached.some((one) => one.includes(part))).toBe(true);
    for (const part of ['Everything 7 changes', 'Open all', 'instance', 'hook[ci]', 'member[mallory]'])
      expect(reached.some((one) => one.includes(part))).toBe(true);
    // The tree is one stop: its own keys lead through it.
    expect(reached.filter((one) => one.startsWith('DIV '))).toHaveLength(1);
  });

  test('goes through the tree as through any tree, and through the list by its arrows', async () => {
    const { page } = await open(browser, pageOf({ plan: largePlan(300) }));
    const at = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.querySelector('.label')?.textContent ?? null);
    const press = async (...keys: readonly string[]): Promise<string | null> => {
      for (const key of keys) await page.keyboard.press(key);
      return at();
    };
    await page.getByRole('treeitem', { name: /^Everything/ }).focus();
    expect(await press('ArrowDown')).toBe('division-0');
    expect(await press('ArrowRight', 'ArrowRight')).toBe('department-0');
    expect(await press('ArrowRight', 'ArrowDown')).toBe('team-0');
    expect(await press('ArrowLeft')).toBe('department-0');
    expect(await press('ArrowLeft', 'ArrowLeft')).toBe('division-0');
    expect(await press('End')).toBe('division-9');
    expect(await press('Home')).toBe('Everything');
    expect(await press('d')).toBe('division-0');
    await page.keyboard.press('Enter');
    expect(page.url()).toContain('#scope=group%5Bdivision-0%5D');
    await expect.poll(() => shownNames(page)).toHaveLength(24);
    const names = await shownNames(page);
    await page.locator('.change:visible summary').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.querySelector('b')?.textContent)).toBe(names[1]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.body:visible').count()).toBe(1);
  });

  test('skips to the changes without forgetting what is shown', async () => {
    const { page } = await open(browser, report, { fragment: '#deed=delete' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('changes');
    expect(page.url()).toContain('#deed=delete');
  });
});

test('the colours are those of the system, or those that were chosen', async () => {
  const { page } = await open(browser, report, { colorScheme: 'dark' });
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await page.getByLabel('Colours').selectOption('light');
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await page.getByLabel('Colours').selectOption('as the system');
  expect(await ground()).toBe(dark);
  expect(dark).not.toBe('rgb(255, 255, 255)');
});
