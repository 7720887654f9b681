import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FileChanged, formOf } from '../../src/api/form.ts';
import { multipartFields } from '../../src/sandbox/http/multipart.ts';
import { answer, serverOf, transportTo } from '../apply/server.ts';

const path = '/api/v4/projects/import';

/** A file in a folder of its own, as it was planned. */
function planned(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-form-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'a "quoted".tar.gz');
  writeFileSync(file, bytes);
  return { field: 'file', file, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A server that takes forms, refuses so many first, and tells what came; a body that breaks off has not come. */
async function taking(refusals = 0) {
  const came: { readonly length: string | undefined; readonly body: Buffer; readonly type: string }[] = [];
  const begun: string[] = [];
  const server = await serverOf((response, number, request: IncomingMessage) => {
    begun.push(request.url ?? '');
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { 'content-length': length, 'content-type': type = '' } = request.headers;
      came.push({ length, type, body: Buffer.concat(pieces) });
      if (number < refusals) answer(response, 429, { message: { error: 'later' } }, { 'retry-after': '0' });
      else answer(response, 201, { id: 1 });
    });
  });
  return { came, begun, transport: transportTo(server.url) };
}

const body = { path: 'web', namespace: 7, override_params: { visibility: 'private' } };

it('a file goes with the fields of a form, as long as it was said to be, and whole', async () => {
  const bytes = randomBytes(3_000_000);
  const { came, transport } = await taking();
  const attaches = planned(bytes);
  expect(await transport.send({ method: 'POST', path, body, attaches })).toMatchObject({ status: 201 });
  const [only] = came;
  expect(Number(only?.length)).toBe(only?.body.length);
  expect(multipartFields(only?.type ?? '', only?.body ?? Buffer.of())).toEqual({
    ...{ path: 'web', namespace: '7', override_params: { visibility: 'private' } },
    file: { filename: 'a %22quoted%22.tar.gz', size: bytes.length },
  });
  expect(only?.body.includes(bytes)).toBe(true);
});

it('where a limiter has refused it, it is read and sent once more', async () => {
  const { came, transport } = await taking(1);
  const attaches = planned(Buffer.from('an archive'));
  expect((await transport.send({ method: 'POST', path, body, attaches })).status).toBe(201);
  expect(came.map((one) => one.body.includes('an archive'))).toEqual([true, true]);
});

it('what holds something else than was planned is never sent whole', async () => {
  const { came, begun, transport } = await taking();
  const attaches = planned(randomBytes(500_000));
  for (const spoil of ['another', '']) {
    writeFileSync(attaches.file, spoil);
    const sent = transport.send({ method: 'POST', path, body, attaches });
    await expect(sent).rejects.toThrow(
      new FileChanged(`${attaches.file} is not what was planned: it holds something else by now`),
    );
  }
  rmSync(attaches.file);
  await expect(transport.send({ method: 'POST', path, body, attaches })).rejects.toThrow(FileChanged);
  // It has begun to come at most, and nobody has asked again.
  expect([came, begun.length]).toEqual([[], expect.any(Number)]);
  expect(begun.length).toBeLessThanOrEqual(2);
});

it('what grows while it is sent is not sent whole', async () => {
  const attaches = planned(Buffer.from('an archive'));
  const { body: pieces } = formOf(body, attaches);
  const read = async (): Promise<void> => {
    for await (const piece of pieces()) if (piece.length > 0) appendFileSync(attaches.file, 'more');
  };
  await expect(read()).rejects.toThrow(FileChanged);
});
