import { createHash } from 'node:crypto';
import type { Kinds } from '../../engine/kinds.ts';
import type { EndedRun } from '../pipeline/run-record.ts';
import { embeddedJson } from './embedded-json.ts';
import { PAGE_BEGINS } from './is-page.ts';
import type { PageData } from './page-data.ts';
import { pageOfRun } from './page-of-run.ts';
import { pageParts } from './page-parts.ts';

/** A run as a page. */
export function htmlPage(run: EndedRun, kinds: Kinds): string {
  return pageText(run.command, pageOfRun(run, kinds));
}

/**
 * What a command shows as one file that a browser shows without any other: its data is JSON, of which the page's own program makes texts and never markup.
 * The policy lets that program and that style in, by their hashes, and nothing else: no other script, no request to anywhere.
 */
export function pageText(command: string, data: PageData): string {
  const { script, style } = pageParts;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    // A text that were taken for markup would be an error.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return `${PAGE_BEGINS}
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Keelson ${command}</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs its own program, which is in this file: open it in a browser that runs scripts, or print the plan with keelson plan --markdown.</noscript>
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
