import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumOf, runsInBrowser } from '../support/chromium.ts';

test('the browser is the one that is named, or the first on the path that can be started', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-path-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'chromium');
  writeFileSync(file, '');
  expect(chromiumOf({ PATH: `/nowhere:${folder}` })).toBeUndefined();
  chmodSync(file, 0o755);
  expect(chromiumOf({ PATH: `/nowhere:${folder}` })).toBe(file);
  expect(chromiumOf({ PATH: folder, KEELSON_CHROMIUM: '/opt/chrome' })).toBe('/opt/chrome');
});

test('without a browser its tests are left out, unless they are asked for: then they fail', () => {
  expect(runsInBrowser({ PATH: '/nowhere' })).toBe(false);
  expect(runsInBrowser({ PATH: '/nowhere', KEELSON_BROWSER_TESTS: 'required' })).toBe(true);
});
