import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { configSchema } from '../../src/config/schema/config-schema.ts';
import { kinds } from '../../src/kinds/index.ts';
import { fakeKinds } from './fake-kinds.ts';
import { memory, shown } from './load.ts';

test('the published schema is that of the kinds', async () => {
  const { definitions, ...rest } = JSON.parse(JSON.stringify(configSchema(kinds))) as { readonly definitions: object };
  // A line for each definition: whoever looks at a change sees which it is, and in the package it takes a third less than written out.
  const lines = Object.entries(definitions).map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`);
  const text = `${JSON.stringify(rest, null, 1).slice(0, -2)},\n "definitions": {\n${lines.join(',\n')}\n }\n}\n`;
  expect(JSON.parse(text)).toEqual({ ...rest, definitions });
  await expect(text).toMatchFileSnapshot('../../schemas/config.schema.json');
});

test('what a kind says about its fields reaches the editor', () => {
  const text = JSON.stringify(configSchema(fakeKinds));
  const { definitions } = JSON.parse(text) as { definitions: { [name: string]: unknown } };
  expect(definitions['groups']).toMatchObject({
    properties: {
      colour: { enum: ['red', 'green', 'blue', null] },
      note: { deprecated: true, deprecationMessage: 'Deprecated: write `title` instead.' },
      prune: { items: { enum: ['posts', 'people', 'links', 'bells'] } },
    },
  });
  expect(definitions['bells']).toMatchObject({
    properties: {
      token: { 'x-secret': true, writeOnly: true, anyOf: [{ $ref: '#/definitions/secret' }, { type: 'string' }] },
    },
  });
});

test('a configuration of the real kinds loads', () => {
  const text = readFileSync(new URL('real.yaml', import.meta.url), 'utf8');
  const loaded = loadConfig('real.yaml', kinds, memory({ 'real.yaml': text }), {});
  const errors = loaded.diagnostics.filter(({ code }) => code !== 'unset-secret');
  expect(errors.map(shown)).toEqual([]);
  expect(loaded.desired?.sections.map(({ scope, name, entries }) => `${scope.type} ${name} ${entries.length}`))
    .toMatchInlineSnapshot(`
    [
      "instance settings 1",
      "instance plan_limits 1",
      "instance member_roles 1",
      "instance system_hooks 1",
      "instance groups 2",
      "instance projects 1",
      "instance runners 1",
      "group members 4",
      "group saml_links 1",
      "group ldap_links 1",
      "group hooks 1",
      "group integrations 1",
      "group runners 1",
      "project members 1",
      "project integrations 1",
    ]
  `);
});
