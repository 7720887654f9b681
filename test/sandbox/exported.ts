import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';

/** The archive of a project, exported from a sandbox whose background is quick. */
export async function exported(gitlab: Client & { readonly sandbox: { readonly url: string } }, id: number) {
  const at = `/projects/${id}/export`;
  await gitlab.post(at);
  while ((await gitlab.get(at)).object['export_status'] !== 'finished') await wait(5);
  const url = `${gitlab.sandbox.url}/api/v4${at}/download`;
  const response = await fetch(url, { headers: { 'private-token': gitlab.token } });
  if (!response.ok) throw new Error(`GET ${at}/download: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
