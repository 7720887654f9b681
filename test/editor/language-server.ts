import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMap } from '../../src/base/shape.ts';
import type { Json } from '../../src/model.ts';

/** The YAML language server that editors run, as a process of its own, with the published schema for every file. */
export interface LanguageServer {
  /** What it offers at the mark `|` in a text. */
  offers(text: string): Promise<readonly string[]>;
  /** What it shows of what stands at the mark. */
  shows(text: string): Promise<string>;
  end(): void;
}

const program = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
const settings = {
  yaml: {
    schemas: { [new URL('../../schemas/config.schema.json', import.meta.url).href]: '*.yaml' },
    completion: true,
    hover: true,
  },
};

export async function languageServer(): Promise<LanguageServer> {
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (result: Json) => void>();
  let received = Buffer.alloc(0);
  let asked = 0;
  let opened = 0;
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const ask = (method: string, params: object): Promise<Json> => {
    asked += 1;
    const id = asked;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  };
  const take = (message: Json): void => {
    if (!isMap(message) || typeof message['id'] !== 'number') return;
    const { id, method, result = null } = message;
    if (method === undefined) waiting.get(id)?.(result);
    else send({ id, result: method === 'workspace/configuration' ? answers(message['params'] ?? null) : null });
  };
  child.stdout.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const head = received.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, Math.max(head, 0)).toString())?.[1]);
      if (head < 0 || received.length < head + 4 + length) return;
      // The protocol speaks JSON.
      const message = JSON.parse(received.subarray(head + 4, head + 4 + length).toString()) as Json;
      received = received.subarray(head + 4 + length);
      take(message);
    }
  });
  const at = (text: string, method: string): Promise<Json> => {
    const before = text.slice(0, text.indexOf('|'));
    opened += 1;
    const uri = `file:///keelson/${opened}.yaml`;
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text: before + text.slice(before.length + 1) } },
    });
    const lines = before.split('\n');
    return ask(method, {
      textDocument: { uri },
      position: { line: lines.length - 1, character: lines.at(-1)?.length },
    });
  };
  await ask('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { configuration: true } },
  });
  send({ method: 'initialized', params: {} });
  send({ method: 'workspace/didChangeConfiguration', params: { settings } });
  const offers = async (text: string): Promise<readonly string[]> => {
    const found = await at(text, 'textDocument/completion');
    const items = isMap(found) ? found['items'] : found;
    return Array.isArray(items)
      ? items.map((item: Json) => (isMap(item) && typeof item['label'] === 'string' ? item['label'] : ''))
      : [];
  };
  // It takes its settings some time after it has asked for them, and does not say when.
  for (let tries = 0; tries < 100 && (await offers('instance:\n  |')).length === 0; tries += 1) await sleep(100);
  return {
    offers,
    async shows(text) {
      const found = await at(text, 'textDocument/hover');
      return JSON.stringify(isMap(found) ? found['contents'] : found).replaceAll('\\', '');
    },
    end: () => child.kill(),
  };
}

/** The settings that it asks for, in its order. */
function answers(params: Json): Json {
  const items = isMap(params) ? params['items'] : [];
  return Array.isArray(items)
    ? items.map((item: Json) => (isMap(item) && item['section'] === 'yaml' ? settings.yaml : null))
    : [];
}
