import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stage } from '../examples/example.ts';
import { open, shownNames, startBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** What somebody changes in the files of the company, and what that is in them now. */
const EDITS: readonly (readonly [file: string, from: string, to: string])[] = [
  ['platform.yaml', '      grace.okafor: maintainer\n', '      grace.okafor: developer\n'],
  ['platform.yaml', '      tomas.lind: owner\n', ''],
  ['platform.yaml', '      platform-engineers: developer', '      platform-engineers: reporter'],
  [
    'platform.yaml',
    '        push_events: false\n        deployment_events',
    '        push_events: true\n        deployment_events',
  ],
  [
    'data.yaml',
    '  data/reports:\n    name: Reports\n    description: Every morning at seven',
    '  data/reports:\n    state: absent',
  ],
];

test('five questions about a plan of a company are answered from its page alone', async () => {
  const { keelson, secrets } = await stage('instance');
  const read = (file: string): string => readFileSync(join(keelson.folder, file), 'utf8');
  expect((await keelson.run('apply', 'instance', '--auto-approve')).status).toBe(0);
  for (const [file, from, to] of EDITS) {
    const text = read(`instance/${file}`);
    expect(text).toContain(from);
    keelson.write(`instance/${file}`, text.replace(from, to));
  }
  // What is in the group goes with it, and is declared no longer.
  keelson.write('instance/data.yaml', read('instance/data.yaml').replace(/^ {2}data\/reports\/.*\n/gm, ''));
  expect((await keelson.run('plan', 'instance', '--html', 'plan.html')).status).toBe(0);
  expect(secrets.filter((secret) => read('plan.html').includes(secret))).toEqual([]);
  const { page, complaints } = await open(browser, read('plan.html'));

  // Who loses access, and where?
  await page.getByRole('link', { name: '4 changes take access away' }).click();
  await expect
    .poll(() => shownNames(page))
    .toEqual(['group[data/reports]', 'member[grace.okafor]', 'saml_link[platform-engineers]', 'member[tomas.lind]']);
  const rows = await page.locator('.change:visible summary').allInnerTexts();
  expect(rows.join('\n')).toMatch(/grace\.okafor[^]*access_level: maintainer → developer/);
  expect(rows.join('\n')).toMatch(/tomas\.lind[^]*not declared, and members is pruned[^]*access_level: owner/);

  // Which guard refuses it, and what permits it?
  const first = page.getByRole('region', { name: 'In short' });
  expect(await first.innerText()).toContain('scope-deletion: group[data/reports] would be deleted');
  expect(await first.innerText()).toContain('--allow-scope-deletion');

  // What happens in the group data, and what is in it?
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('treeitem', { name: /^data / }).click();
  await expect.poll(() => shownNames(page)).toEqual(['group[data/reports]']);

  await page.locator('.change:visible summary').click();
  expect(await page.locator('.body:visible').innerText()).toMatch(
    /Goes with it\s+no subgroups\s+\d+ projects: \S+[^]*\s1 direct member: \S+/,
  );

  // Which requests are sent for the hook, and which line asks for it?
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('searchbox').fill('hook[deployments]');
  await page.locator('.change:visible summary').click();
  const body = await page.locator('.body:visible').innerText();
  expect(body).toMatch(/PUT \/groups\/\d+\/hooks\/\d+/);
  const line = read('instance/platform.yaml').split('\n').indexOf('      deployments:') + 1;
  expect(body).toContain(`instance/platform.yaml:${line}:7`);
  expect(complaints).toEqual([]);
});
