import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema/config-schema.ts';
import { isMap } from '../../src/base/shape.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Json } from '../../src/model.ts';

const schema = configSchema(kinds);

/** Each map in the schema that a reader may meet, with the path to it. */
function maps(
  value: Json,
  path: string,
): readonly { readonly path: string; readonly map: { readonly [name: string]: Json } }[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => maps(item, `${path}/${index}`));
  if (!isMap(value)) return [];
  const inside = Object.entries(value).flatMap(([name, one]) =>
    name === 'x-default' ? [] : maps(one, `${path}/${name}`),
  );
  return [{ path, map: value }, ...inside];
}

const all = maps(schema, '');

/** What a reference leads to. */
function target(map: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  const { $ref: to } = map;
  const { definitions } = schema;
  const found =
    typeof to === 'string' && isMap(definitions) ? definitions[to.replace('#/definitions/', '')] : undefined;
  return isMap(found) ? found : map;
}

describe('the published schema', () => {
  it('has no property without a description', () => {
    const properties = all.flatMap(({ path, map: { properties: fields } }) =>
      isMap(fields) && !path.endsWith('/properties') && !path.includes('/if')
        ? Object.entries(fields).map(([name, field]) => ({ at: `${path}/${name}`, field }))
        : [],
    );
    const bare = properties.filter(({ field }) => {
      const description = isMap(field) ? (field['description'] ?? target(field)['description']) : undefined;
      return typeof description !== 'string' || description.length < 4;
    });
    expect(bare.map(({ at }) => at)).toEqual([]);
    expect(properties.length).toBeGreaterThan(2000);
  });

  it('says every pattern in words', () => {
    const patterns = all.filter(({ map: { pattern } }) => typeof pattern === 'string');
    const bare = patterns.filter(({ map }) => typeof map['patternErrorMessage'] !== 'string');
    expect(bare.map(({ path }) => path)).toEqual([]);
    expect(patterns.length).toBeGreaterThan(20);
  });

  it('offers each integration its own fields alone', () => {
    const { definitions } = schema;
    const fields =
      isMap(definitions) && isMap(definitions['integrations_slack'])
        ? definitions['integrations_slack']['properties']
        : {};
    const names = isMap(fields) ? Object.keys(fields) : [];
    expect(names).toEqual(
      expect.arrayContaining(['webhook', 'channel', 'push_events', 'state', 'use_inherited_settings']),
    );
    expect(names).not.toContain('jira_issue_regex');
    expect(names.length).toBeLessThan(45);
  });
});
