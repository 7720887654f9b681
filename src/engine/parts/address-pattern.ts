import { couldBegin, glob } from '../../base/glob.ts';

/**
 * A test whether a pattern means an address: it fits the whole of it, or what it begins with where that names several: `instance` is all
 * that hangs from the instance, `group[a]/hook` are the hooks of a group. `group[a]` is the group alone, since that is an address, and a
 * pattern that ends with a star says itself how far it goes: `group[a]/**` to what is in the sections of the group, and `group[a]**` to
 * all that is in it, its subgroups and projects with theirs.
 */
export function addressTest(pattern: string): (address: string) => boolean {
  const tests = spelledOut(pattern).map((one) => glob(one));
  const fits = (address: string): boolean => tests.some((test) => test(address));
  if (pattern.endsWith('*')) return fits;
  return (address) => fits(address) || beginnings(address).some(fits);
}

/** What stands in a group has its path in an address of its own: the patterns of all of it, for that of a group with everything in it. */
function spelledOut(pattern: string): readonly string[] {
  const [, path] = /^group\[([^\]]*)\]\*{2,}$/i.exec(pattern) ?? [];
  return path === undefined ? [pattern] : [pattern, `group[${path}/**`, `project[${path}/**`];
}

/** Whether one of several patterns means an address. */
export function anyAddressTest(patterns: readonly string[]): (address: string) => boolean {
  const tests = patterns.map(addressTest);
  return (address) => tests.some((test) => test(address));
}

/** Whether a pattern may mean an address that begins like this, `group[a]/hook[`, whatever follows. */
export function mayMean(pattern: string, beginning: string): boolean {
  return spelledOut(pattern).some((one) => couldBegin(one, beginning)) || addressTest(pattern)(beginning);
}

/** What an address begins with that is none itself: the instance, and the kind without the key. */
export function beginnings(address: string): readonly string[] {
  const [, instance] = /^(instance)\//.exec(address) ?? [];
  const [, section] = /^((?:instance|[a-z]+\[[^\]]*\])\/[^/[]+)\[/.exec(address) ?? [];
  return [instance, section].filter((beginning) => beginning !== undefined);
}
