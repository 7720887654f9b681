import { crc32, deflateRawSync } from 'node:zlib';
import type { Member } from './member.ts';

/** The members as a zip archive, with names in UTF-8. */
export function zip(members: readonly Member[], at: Date): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const name = Buffer.from(member.path);
    const packed = deflateRawSync(member.bytes);
    const facts = factsOf(member, packed, name, at);
    const local = Buffer.concat([header(0x04034b50, []), facts, name, packed]);
    const attributes = ((0o100000 | (member.executable ? 0o755 : 0o644)) << 16) >>> 0;
    directory.push(header(0x02014b50, [(3 << 8) | 20]), facts, tail(attributes, offset), name);
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...files, central, end(members.length, central.length, offset)]);
}

function header(signature: number, shorts: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + shorts.length * 2);
  bytes.writeUInt32LE(signature, 0);
  for (const [index, short] of shorts.entries()) bytes.writeUInt16LE(short, 4 + index * 2);
  return bytes;
}

/** What stands both before the file and in the directory: version, flags, method, time, sums and lengths. */
function factsOf(member: Member, packed: Buffer, name: Buffer, at: Date): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(0x0800, 2);
  bytes.writeUInt16LE(8, 4);
  bytes.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  bytes.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
  bytes.writeUInt32LE(crc32(member.bytes), 10);
  bytes.writeUInt32LE(packed.length, 14);
  bytes.writeUInt32LE(member.bytes.length, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function tail(attributes: number, offset: number): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt32LE(attributes, 6);
  bytes.writeUInt32LE(offset, 10);
  return bytes;
}

function end(count: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}
