import { sectionParts } from '../../src/engine/address-parts.ts';
import { createDecodeContext } from '../../src/engine/observe/decode-context.ts';
import type { JsonObject, LiveEntry, World } from '../../src/model.ts';
import { instance, kinds } from './instance.ts';

/** What the API shows, by the address of its section: `{ 'group[team]/members': […] }`. */
export type Live = { readonly [section: string]: readonly JsonObject[] };

/** The live state that shows these objects; what is referred to stands before what refers to it. */
export function worldOf(live: Live, version = instance.version): World {
  const sections = new Map<string, readonly LiveEntry[]>();
  for (const [address, objects] of Object.entries(live)) {
    const { kind, scope } = sectionParts(address, kinds);
    const look = createDecodeContext(scope, { ...instance, version }, sections);
    const entries = objects.flatMap((object) => {
      const entry = kind.decode(object, look);
      return entry === undefined ? [] : [{ ...entry, live: object }];
    });
    sections.set(address, entries);
  }
  return { instance: { ...instance, version }, sections };
}

/** A group as the API shows it. */
export function group(id: number, path: string, more: JsonObject = {}): JsonObject {
  const name = path.split('/').at(-1) ?? path;
  return { id, name, path: name, full_path: path, visibility: 'private', description: '', parent_id: null, ...more };
}

/** A member as the API shows it. */
export function member(username: string, level: number, more: JsonObject = {}): JsonObject {
  const id = Buffer.from(username).reduce((sum, byte) => sum * 31 + byte, 7);
  return { id, username, state: 'active', access_level: level, expires_at: null, ...more };
}
