import { isList, isMapping, type YamlValue } from './yaml/yaml-value.ts';

/**
 * The files that a configuration names, be it right or wrong: where secrets come from and go to, and the ledger. Whatever it is, a file is
 * named by `file`.
 */
export function namedFiles(written: readonly YamlValue[]): readonly string[] {
  const found = new Set<string>();
  const look = (value: YamlValue): void => {
    if (isList(value)) value.forEach(look);
    if (!isMapping(value)) return;
    const { file } = value;
    if (typeof file === 'string' && file !== '') found.add(file);
    Object.values(value).forEach(look);
  };
  written.forEach(look);
  return [...found];
}
