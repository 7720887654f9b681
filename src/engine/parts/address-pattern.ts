import { couldBegin, glob } from '../../base/glob.ts';

/**
 * A test whether a pattern means an address: it fits the whole of it, or what it begins with where that names several: `instance` is all
 * that hangs from the instance, `group[a]/hook` are the hooks of a group. `group[a]` is the group alone, since that is an address, and a
 * pattern that ends with a star says itself how far it goes.
 */
export function addressTest(pattern: string): (address: string) => boolean {
  const fits = glob(pattern);
  if (pattern.endsWith('*')) return fits;
  return (address) => fits(address) || beginnings(address).some(fits);
}

/** Whether one of several patterns means an address. */
export function anyAddressTest(patterns: readonly string[]): (address: string) => boolean {
  const tests = patterns.map(addressTest);
  return (address) => tests.some((test) => test(address));
}

/** Whether a pattern may mean an address that begins like this, `group[a]/hook[`, whatever follows. */
export function mayMean(pattern: string, beginning: string): boolean {
  return couldBegin(pattern, beginning) || addressTest(pattern)(beginning);
}

/** What an address begins with that is none itself: the instance, and the kind without the key. */
export function beginnings(address: string): readonly string[] {
  const [, instance] = /^(instance)\//.exec(address) ?? [];
  const [, section] = /^((?:instance|[a-z]+\[[^\]]*\])\/[^/[]+)\[/.exec(address) ?? [];
  return [instance, section].filter((beginning) => beginning !== undefined);
}
