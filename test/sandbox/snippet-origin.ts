import type { SandboxClient } from './client.ts';

/** Has a snippet come from the web form, which no call of the API does. */
export function madeByWeb(gl: SandboxClient, id: number): void {
  const { snippets } = gl.sandbox.platform.state;
  const snippet = snippets.get(id);
  if (snippet === undefined) throw new Error(`no snippet ${id}`);
  snippets.update(snippet, { user_agent: 'keelson-test' });
}
