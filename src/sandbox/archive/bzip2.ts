/** Blocks are kept small, so that sorting their rotations stays quick. */
const blockSize = 100_000;

/**
 * A bzip2 stream of these bytes: correct for every decoder, with code lengths that are merely simple. Node.js has no
 * encoder, and GET /projects/:id/repository/archive.tar.bz2 (18.9) answers with one.
 */
export function bzip2(bytes: Buffer): Buffer {
  const out = createBits();
  for (const byte of Buffer.from('BZh9')) out.write(byte, 8);
  let combined = 0;
  for (let at = 0; at < bytes.length; at += blockSize) {
    const part = bytes.subarray(at, at + blockSize);
    const crc = crcOf(part);
    combined = (((combined << 1) | (combined >>> 31)) ^ crc) >>> 0;
    writeBlock(out, runsOf(part), crc);
  }
  out.write(0x177245, 24);
  out.write(0x385090, 24);
  out.write(combined, 32);
  return out.finish();
}

interface Bits {
  write(value: number, count: number): void;
  finish(): Buffer;
}

function createBits(): Bits {
  const bytes: number[] = [];
  let byte = 0;
  let filled = 0;
  const write = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      byte = (byte << 1) | (Math.floor(value / 2 ** bit) & 1);
      filled += 1;
      if (filled < 8) continue;
      bytes.push(byte);
      [byte, filled] = [0, 0];
    }
  };
  return {
    write,
    finish() {
      if (filled > 0) write(0, 8 - filled);
      return Buffer.from(bytes);
    },
  };
}

/** CRC-32 with the highest bit first. */
function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = (crc ^ (byte << 24)) >>> 0;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x80000000) === 0 ? crc << 1 : (crc << 1) ^ 0x04c11db7) >>> 0;
  }
  return ~crc >>> 0;
}

/** Four equal bytes are followed by how many more there are. */
function runsOf(bytes: Buffer): readonly number[] {
  const runs: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    let length = 1;
    while (length < 259 && bytes[at + length] === byte) length += 1;
    for (let step = 0; step < Math.min(length, 4); step += 1) runs.push(byte);
    if (length >= 4) runs.push(length - 4);
    at += length;
  }
  return runs;
}

function writeBlock(out: Bits, block: readonly number[], crc: number): void {
  const order = sortedRotations(block);
  const last = order.map((start) => block[(start + block.length - 1) % block.length] ?? 0);
  const used = [...new Set(block)].sort((a, b) => a - b);
  const symbols = symbolsOf(last, used);
  out.write(0x314159, 24);
  out.write(0x265359, 24);
  out.write(crc, 32);
  out.write(0, 1);
  out.write(order.indexOf(0), 24);
  writeUsed(out, new Set(used));
  const selectors = Math.ceil(symbols.length / 50);
  out.write(2, 3);
  out.write(selectors, 15);
  for (let step = 0; step < selectors; step += 1) out.write(0, 1);
  const alphabet = used.length + 2;
  const width = Math.max(Math.ceil(Math.log2(alphabet)), 1);
  // Two tables are the least there may be; both give every symbol the same length.
  for (let table = 0; table < 2; table += 1) {
    out.write(width, 5);
    for (let symbol = 0; symbol < alphabet; symbol += 1) out.write(0, 1);
  }
  for (const symbol of symbols) out.write(symbol, width);
}

/** The starts of all rotations in order: ranked by one byte, then by two, four, eight … */
function sortedRotations(block: readonly number[]): readonly number[] {
  const { length } = block;
  const order = block.map((_, start) => start);
  let rank: readonly number[] = block;
  for (let reach = 1; ; reach *= 2) {
    const [ranks, step] = [rank, reach >> 1];
    const first = (start: number) => ranks[start] ?? 0;
    const second = (start: number) => (step === 0 ? 0 : (ranks[(start + step) % length] ?? 0));
    order.sort((a, b) => first(a) - first(b) || second(a) - second(b));
    const next = new Array<number>(length).fill(0);
    let current = 0;
    for (let at = 1; at < length; at += 1) {
      const [before, here] = [order[at - 1] ?? 0, order[at] ?? 0];
      if (first(before) !== first(here) || second(before) !== second(here)) current += 1;
      next[here] = current;
    }
    rank = next;
    if (current === length - 1 || reach >= 2 * length) return order;
  }
}

/** Which of the 256 bytes occur: one bit for each sixteen, and sixteen more for each of those that do. */
function writeUsed(out: Bits, used: ReadonlySet<number>): void {
  const groups = Array.from({ length: 16 }, (_, group) => Array.from({ length: 16 }, (__, bit) => group * 16 + bit));
  for (const group of groups) out.write(group.some((byte) => used.has(byte)) ? 1 : 0, 1);
  for (const group of groups.filter((bytes) => bytes.some((byte) => used.has(byte)))) {
    for (const byte of group) out.write(used.has(byte) ? 1 : 0, 1);
  }
}

/** Move-to-front positions; runs of zeros as digits 0 and 1 that count 1 and 2; the end of the block last. */
function symbolsOf(bytes: readonly number[], used: readonly number[]): readonly number[] {
  const front = [...used];
  const symbols: number[] = [];
  let zeros = 0;
  const flush = () => {
    for (; zeros > 0; zeros = Math.floor((zeros - 1) / 2)) symbols.push((zeros - 1) % 2);
  };
  for (const byte of bytes) {
    const position = front.indexOf(byte);
    if (position === 0) {
      zeros += 1;
      continue;
    }
    flush();
    front.splice(position, 1);
    front.unshift(byte);
    symbols.push(position + 1);
  }
  flush();
  return [...symbols, used.length + 1];
}
