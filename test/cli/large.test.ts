import { join } from 'node:path';
import { expect, test } from 'vitest';
import { disk, type FileSystem } from '../../src/config/files.ts';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { diagnosticsText } from '../../src/report/diagnostics.ts';
import { plainPaint } from '../../src/report/paint.ts';
import { workspace } from './keelson.ts';

/** A group with members whose names are so long that five groups make a configuration large. */
function group(name: string): string {
  const members = Array.from({ length: 1000 }, (_, index) => `      ${name}.${index}.${'long'.repeat(60)}: developer`);
  return [`  ${name}:`, '    members:', ...members, ''].join('\n');
}

const large = {
  'config/a.yaml': `groups:\n${group('anna')}${group('bert')}`,
  'config/b.yaml': `groups:\n${group('carla')}      dora: captain\n`,
  // Only its tree knows where everything in a file stands that is written like this.
  'config/c.yaml': `groups:\n${group('emil')}      frida: &level owner\n      günther: *level\n      “ida”: { acces_level: owner }\n`,
  'config/d.yaml': `groups:\n  karl:\n    members: { lena: owner\n`,
  'config/e.yaml': `groups:\n${group('mona')}    hooks:\n      ci: { url: https://ci.example.com, token: { env: NOT_SET } }\n      cd: { url: https://ci.example.com, token: hunter2 }\n`,
  'config/f.yaml': `groups:\n  anna:\n    members:\n      anna.7.${'long'.repeat(60)}: owner\n`,
};

test('a large configuration in which much is wrong says to the terminal what is wrong with it', async () => {
  const place = workspace(large);
  const { status, out, err } = await place.run('validate', 'config');
  const there: FileSystem = {
    look: (path) => disk.look(join(place.folder, path)),
    list: (path) => disk.list(join(place.folder, path)),
    read: (path) => disk.read(join(place.folder, path)),
  };
  const { diagnostics } = loadConfig('config', kinds, there, {});
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(
    new Set(['not-allowed', 'unknown-key', 'yaml-syntax', 'unset-secret', 'plain-secret', 'duplicate']),
  );
  expect({ status, out, err }).toEqual({ status: 1, out: '', err: diagnosticsText(diagnostics, plainPaint) });
}, 30_000);
