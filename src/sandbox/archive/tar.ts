import type { Member } from './member.ts';

const block = 512;

/** The members as a tar archive (POSIX ustar); longer names are told in a pax header before the member. */
export function tar(members: readonly Member[], seconds: number): Buffer {
  const parts = members.flatMap((member) => {
    const mode = member.executable ? 0o775 : 0o664;
    const name = Buffer.from(member.path);
    const long = name.length > 100 ? entry('pax_global', pax(member.path), 0o644, seconds, 'x') : [];
    return [...long, ...entry(name.subarray(0, 100).toString('utf8'), member.bytes, mode, seconds, '0')];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function entry(name: string, bytes: Buffer, mode: number, seconds: number, type: string): readonly Buffer[] {
  const header = Buffer.alloc(block);
  header.write(name, 0, 100);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(bytes.length, 11), 124);
  header.write(octal(seconds, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write('root', 265);
  header.write('root', 297);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return [header, bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
}

/** A record that begins with its own length. */
function pax(path: string): Buffer {
  const rest = ` path=${path}\n`;
  let length = Buffer.byteLength(rest);
  while (String(length).length + Buffer.byteLength(rest) !== length) {
    length = String(length).length + Buffer.byteLength(rest);
  }
  return Buffer.from(`${length}${rest}`);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
