// The program and the style of the HTML report, as texts that go into each page.
import { buildSync } from 'esbuild';
import { root } from './sources.mjs';

/** For `define`: what src/report/html/page-parts.ts finds. */
export function pageParts() {
  const { outputFiles } = buildSync({
    absWorkingDir: root.pathname,
    entryPoints: { script: 'src/report/html/browser/main.ts', style: 'src/report/html/browser/page.css' },
    bundle: true,
    minify: true,
    format: 'iife',
    // Browsers of two years ago, which know light-dark().
    target: ['chrome123', 'firefox120', 'safari17.5'],
    charset: 'utf8',
    outdir: '/',
    write: false,
    logLevel: 'warning',
  });
  const texts = outputFiles.map(({ path, text }) => [/\.css$/.test(path) ? 'style' : 'script', text.trim()]);
  return { KEELSON_PAGE: JSON.stringify(Object.fromEntries(texts)) };
}
