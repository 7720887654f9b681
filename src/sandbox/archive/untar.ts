const block = 512;

/** The files in a tar archive (POSIX ustar), by their paths; what stands behind something that is none is not read. */
export function untar(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + block <= bytes.length && bytes.toString('latin1', at + 257, at + 262) === 'ustar';) {
    const path = bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8) || 0;
    const content = at + block;
    files.set(path, bytes.subarray(content, content + size));
    at = content + Math.ceil(size / block) * block;
  }
  return files;
}
