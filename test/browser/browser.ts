import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { chromiumOf } from '../support/chromium.ts';

/** No service of the browser itself is to ask for anything while the page is watched. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Starts the browser of this machine, with nothing of any earlier run. Throws where there is none. */
export function startBrowser(): Promise<Browser> {
  const executablePath = chromiumOf(process.env);
  if (executablePath === undefined)
    throw new Error('There is no Chromium on the path: `apt-get install chromium`, or name it by KEELSON_CHROMIUM.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page that is open, and all that it has asked for and complained of since. */
export interface Opened {
  readonly page: Page;
  /** The file that it is, as a URL. */
  readonly url: string;
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

/** Opens a text as a file of its own, as who is sent the report does. */
export async function open(
  browser: Browser,
  text: string,
  { fragment = '', ...options }: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-page-'));
  const file = join(folder, 'report.html');
  writeFileSync(file, text);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const page = await context.newPage();
  const [requests, complaints] = [[] as string[], [] as string[]];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const url = pathToFileURL(file).href;
  await page.goto(`${url}${fragment}`);
  return { page, url, requests, complaints };
}

/** The names of the items that are to be seen, as their rows have them. */
export function shownNames(page: Page): Promise<string[]> {
  return page.locator('.change:visible > details > summary b').allTextContents();
}
