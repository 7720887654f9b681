// node scripts/pack-recorded.mjs FOLDER: packs the recordings of a folder (FOLDER/*.jsonl, as its README.md describes them) into
// test/recorded/exchanges/, one Brotli file each, and says how large they were and are. To look into one of them:
// node scripts/pack-recorded.mjs --print NAME. Brotli at its slowest makes 153 KB of 3.8 MB, where gzip makes 236 KB.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const packed = fileURLToPath(new URL('../test/recorded/exchanges/', import.meta.url));
const [first, name] = process.argv.slice(2);

if (first === undefined) {
  console.error('Say which folder: node scripts/pack-recorded.mjs FOLDER, or --print NAME.');
  process.exitCode = 1;
} else if (first === '--print') {
  process.stdout.write(brotliDecompressSync(readFileSync(join(packed, `${name}.jsonl.br`))));
} else {
  for (const file of readdirSync(first).filter((each) => each.endsWith('.jsonl'))) pack(join(first, file));
}

function pack(file) {
  const text = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const small = brotliCompressSync(text, { params });
  writeFileSync(join(packed, `${basename(file)}.br`), small);
  console.log(`${basename(file)}: ${text.length} → ${small.length} bytes`);
}
