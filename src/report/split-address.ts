/** An address in two parts: the scope, and what stands in it; the latter is missing where the address is the scope's own. */
export interface SplitAddress {
  readonly scope: string;
  readonly rest: string | undefined;
}

/** `group[platform]/hook[ci]` into `group[platform]` and `hook[ci]`. Paths of groups and projects hold no brackets; keys may. */
export function splitAddress(address: string): SplitAddress {
  const match = /^(instance|(?:group|project)\[[^\]]*\])(?:\/(.*))?$/s.exec(address);
  return match === null ? { scope: address, rest: undefined } : { scope: match[1] ?? address, rest: match[2] };
}
