import { visible } from '../../report/visible.ts';

/** What is said of an error that is neither the user's nor the wire's; with `debug`, where it came from. */
export function bugText(error: unknown, debug: boolean): string {
  const said = error instanceof Error ? error.message : String(error);
  const from = error instanceof Error ? (error.stack ?? '') : '';
  const more = debug && from !== '' ? from : 'Run it again with KEELSON_DEBUG=1, and report what it prints.';
  return [`keelson: this is a bug in Keelson: ${visible(said)}`, ...more.split('\n').map(visible)].join('\n');
}
