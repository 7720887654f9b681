import { rootPath } from '../base/scope-path.ts';
import type { Tree } from './yaml/yaml-text.ts';

/** The file of the instance, and the folder with those of the groups. */
const INSTANCE_FILE = 'instance.yaml';
const GROUPS_FOLDER = 'groups';

/**
 * A configuration as several that are read together, by the paths of their files: what stands in each of the sections of scopes goes to
 * the file of its top-level group, and all else to that of the instance.
 */
export function splitTree(root: Tree, scopeSections: readonly string[]): ReadonlyMap<string, Tree> {
  const files = new Map<string, Tree>();
  const fileOf = (name: string): Tree => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const made: Tree = new Map([['version', 1]]);
    files.set(name, made);
    return made;
  };
  const groupFiles = fileNames();
  for (const [section, node] of root) {
    if (section === 'version') continue;
    if (!scopeSections.includes(section) || !(node instanceof Map)) {
      fileOf(INSTANCE_FILE).set(section, node);
      continue;
    }
    for (const [path, scope] of node) {
      const file = fileOf(`${GROUPS_FOLDER}/${groupFiles(rootPath(path))}.yaml`);
      const scopes = file.get(section);
      if (scopes instanceof Map) scopes.set(path, scope);
      else file.set(section, new Map([[path, scope]]));
    }
  }
  if (files.size === 0) fileOf(INSTANCE_FILE);
  return files;
}

/** The name of a group's file: a hidden one would be passed over when the folder is read, and disks may not tell letters by their case. */
function fileNames(): (root: string) => string {
  const owners = new Map<string, string>();
  return (root) => {
    const name = root.replace(/^\.+/, '').toLowerCase() || 'group';
    let free = name;
    for (let number = 2; (owners.get(free) ?? root) !== root; number++) free = `${name}-${number}`;
    owners.set(free, root);
    return free;
  };
}
