import { couldBegin, glob } from '../../base/glob.ts';

/**
 * A test whether a pattern means an address: it fits the whole of it, or what it begins with where that names several: `instance` is all
 * that hangs from the instance, `group[a]/hook` are the hooks of a group. `group[a]` is the group alone, since that is an address, and a
 * pattern that ends with a star says itself how far it goes: `group[a]/**` to what is in the sections of the group, and `group[a]**` to
 * all that is in it, its subgroups and projects with theirs.
 */
export function addressTest(pattern: string): (address: string) => boolean {
  const tests = spelledOut(pattern).map(fitting);
  const fits = (address: string): boolean => tests.some((test) => test(address));
  if (pattern.endsWith('*')) return fits;
  return (address) => fits(address) || beginnings(address).some(fits);
}

/** What stands in a group has its path in an address of its own: the patterns of all of it, for that of a group with everything in it. */
function spelledOut(pattern: string): readonly string[] {
  const [, path] = /^group\[([^\]]*)\]\*{2,}$/i.exec(pattern) ?? [];
  return path === undefined ? [pattern] : [pattern, `group[${path}/**`, `project[${path}/**`];
}

/** A test whether a pattern fits an address; a star within the brackets of a group or project ends with these. */
function fitting(pattern: string): (address: string) => boolean {
  const parts = inScope(pattern);
  if (parts === undefined) return glob(pattern);
  const [type, path, rest] = parts.map((part) => glob(part));
  return (address) => {
    const at = inScope(address);
    return at !== undefined && type?.(at[0]) === true && path?.(at[1]) === true && rest?.(at[2]) === true;
  };
}

function mayBegin(pattern: string, beginning: string): boolean {
  const [parts, at] = [inScope(pattern), inScope(beginning)];
  if (parts === undefined || at === undefined) return couldBegin(pattern, beginning);
  return glob(parts[0])(at[0]) && glob(parts[1])(at[1]) && couldBegin(parts[2], at[2]);
}

/** What is before the path of a group or project, its path, and what follows; undefined for what hangs from the instance. */
function inScope(text: string): readonly [type: string, path: string, rest: string] | undefined {
  const [, type, path, rest] = /^([a-z]+|\*)\[([^\]]*)\](.*)$/is.exec(text) ?? [];
  return type === undefined || path === undefined || rest === undefined ? undefined : [type, path, rest];
}

/** Whether one of several patterns means an address. */
export function anyAddressTest(patterns: readonly string[]): (address: string) => boolean {
  const tests = patterns.map(addressTest);
  return (address) => tests.some((test) => test(address));
}

/** Whether a pattern may mean an address that begins like this, `group[a]/hook[`, whatever follows. */
export function mayMean(pattern: string, beginning: string): boolean {
  return spelledOut(pattern).some((one) => mayBegin(one, beginning)) || addressTest(pattern)(beginning);
}

/** What an address begins with that is none itself: the instance, and the kind without the key. */
export function beginnings(address: string): readonly string[] {
  const [, instance] = /^(instance)\//.exec(address) ?? [];
  const [, section] = /^((?:instance|[a-z]+\[[^\]]*\])\/[^/[]+)\[/.exec(address) ?? [];
  return [instance, section].filter((beginning) => beginning !== undefined);
}
