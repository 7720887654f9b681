import { crc32 } from 'node:zlib';
import type { ArtifactFile } from './rows.ts';

/** 1 January 1980, the first day that a zip archive knows, in its own notation. */
const firstDay = 0x21;

/** A zip archive of a job's artifacts, the files stored as they are. */
export function archiveOf(files: readonly ArtifactFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const bytes = Buffer.from(file.base64, 'base64');
    const name = Buffer.from(file.path);
    const shared = sharedHeader(bytes, name);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, bytes]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, placeOf(offset), name]));
    bodies.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...bodies, listed, endOf(files.length, listed.length, offset)]);
}

/** What the header of a file and its entry in the directory have in common. */
function sharedHeader(bytes: Buffer, name: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  // The names are UTF-8.
  header.writeUInt16LE(0x800, 2);
  header.writeUInt16LE(firstDay, 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(bytes.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

/** The rest of a directory entry: no comment, plain attributes, and where the file begins. */
function placeOf(offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return rest;
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
