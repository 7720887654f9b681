import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { examplesFolder } from './example.ts';

const { desired, files } = loadConfig(join(examplesFolder, 'instance'), kinds);
const sections = desired?.sections ?? [];

test('examples/instance is a company of 40 groups and 200 projects, in several files', () => {
  const present = (section: string): number =>
    sections
      .filter(({ name }) => name === section)
      .flatMap(({ entries }) => entries)
      .filter(({ state }) => state === 'present').length;
  expect([present('groups'), present('projects')]).toEqual([40, 200]);
  expect(files.length).toBeGreaterThan(5);
});

test('examples/instance uses every kind, in every scope that it may stand in', () => {
  const used = new Set(sections.map(({ scope, name }) => `${scope.type} ${name}`));
  const possible = kinds.flatMap(({ section, scopes }) => scopes.map((scope) => `${scope} ${section}`));
  // A section of custom roles in a group is for GitLab.com alone: an instance of one's own has them itself.
  expect(possible.filter((one) => !used.has(one))).toEqual(['group member_roles']);
});

test('examples/instance uses every word of the language', () => {
  const words = new Set<string>();
  const features = new Set<string>();
  for (const file of files) {
    visit(parseDocument(readFileSync(file, 'utf8'), { merge: true }), {
      Pair: (_, { key }) => void words.add(isScalar(key) ? String(key.source ?? key.value) : ''),
      Alias: () => void features.add('alias'),
    });
  }
  const engine = [
    'version',
    'guards',
    'lock',
    'ledger',
    'defaults',
    'allow_plain_secrets',
    'state',
    'protect',
    'previously',
    'prune',
    'ignore',
    'create',
  ];
  const bounds = [
    'max_removals',
    'max_removal_percent',
    'max_plan_removals',
    'max_changes',
    'max_change_percent',
    'min_owners',
  ];
  const kindsOfValues = ['env', 'file', 'token_to', 'role', 'cn', 'filter', 'url_variables', 'custom_headers'];
  const rest = ['provider', 'expires_at', 'use_inherited_settings', 'custom_webhook_template', '<<'];
  expect([...engine, ...bounds, ...kindsOfValues, ...rest].filter((word) => !words.has(word))).toEqual([]);
  expect(features).toContain('alias');
});

test.each(['minimal/keelson.yaml', 'team/keelson.yaml', 'instance/instance.yaml'])(
  'examples/%s tells an editor where its schema is',
  (file) => {
    const text = readFileSync(join(examplesFolder, file), 'utf8');
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    expect(JSON.parse(readFileSync(join(examplesFolder, file, '..', schema), 'utf8'))).toMatchObject({
      title: 'Keelson configuration',
    });
  },
);
