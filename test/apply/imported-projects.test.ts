import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { exported } from '../sandbox/exported.ts';
import { filesIn } from '../taint/markers.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const YAML = `projects:
  eng/web: { create: { import_archive: exports/web.tar.gz }, merge_method: ff, description: The new web }
`;

/** An instance that takes archives, and a configuration in a folder of its own with the archive of a project beside it. */
async function withArchive(yaml = YAML, features: { readonly sources?: readonly string[] } = {}) {
  const { gitlab, keelson } = await stage({ 'config/web.yaml': yaml }, { backgroundDelay: 5 });
  await gitlab.put('/application/settings', { import_sources: features.sources ?? ['gitlab_project'] });
  await gitlab.group('eng', { visibility: 'public' });
  const old = await gitlab.group('old', { visibility: 'public' });
  const more = { description: 'The old web', visibility: 'public', namespace_id: old };
  const bytes = await exported(gitlab, idOf(await gitlab.post('/projects', { path: 'web', ...more })));
  const archive = join(keelson.folder, 'config/exports/web.tar.gz');
  mkdirSync(join(archive, '..'), { recursive: true });
  writeFileSync(archive, bytes);
  gitlab.sandbox.log.length = 0;
  return { gitlab, keelson, archive, bytes };
}

it('a project is made from an archive, waited for, and brought to what is declared; no file has a byte of it', async () => {
  const { gitlab, keelson, archive, bytes } = await withArchive();
  const plan = await keelson.run('plan', '--verbose', '--out', 'plan.json', '--har', 'plan.har');
  expect([plan.status, plan.out]).toEqual([0, expect.stringContaining('config/exports/web.tar.gz')]);
  expect(plan.out).toMatch(/file: the file config\/exports\/web\.tar\.gz \(sha256 [0-9a-f]{64}\)/);
  const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve', '--har', 'apply.har');
  expect(status, out + err).toBe(0);
  expect(writes(gitlab)).toEqual(['POST /projects/import', 'PUT /projects/2']);
  expect((await gitlab.get('/projects/eng%2Fweb')).object).toMatchObject({
    ...{ import_type: 'gitlab_project', import_status: 'finished', visibility: 'private' },
    ...{ merge_method: 'ff', description: 'The new web', name: 'web' },
  });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  rmSync(archive);
  const har = readFileSync(join(keelson.folder, 'apply.har'), 'utf8');
  expect(har).toContain('"fileName": "web.tar.gz"');
  // What the archive says is not seen by more people meanwhile.
  expect(har).toContain(JSON.stringify(JSON.stringify({ visibility: 'private' })));
  for (const file of filesIn(keelson.folder)) {
    const text = readFileSync(join(keelson.folder, file));
    for (const kept of [bytes.subarray(20, 60), Buffer.from(bytes.toString('base64').slice(8, 40))])
      expect(text.includes(kept), file).toBe(false);
  }
});

it('what the archive says of itself stays where nothing is declared, but for who sees it', async () => {
  const { gitlab, keelson } = await withArchive(
    'projects: { eng/web: { create: { import_archive: exports/web.tar.gz } } }\n',
  );
  const { status, out, err } = await keelson.run(...APPLY);
  expect(status, out + err).toBe(0);
  const { object } = await gitlab.get('/projects/eng%2Fweb');
  expect(object).toMatchObject({ description: 'The old web', visibility: 'private' });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it.each([
  [
    'is not there',
    'exports/none.tar.gz',
    'error[not-found]',
    'There is no file or directory config/exports/none.tar.gz',
  ],
  ['is a folder', 'folder.gz', 'error[unreadable]', 'config/folder.gz cannot be read'],
  ['is no archive by its name', 'web.yaml', 'error[bad-pattern]', 'a file that ends in .gz'],
])('a file that %s is an error of validate, at its place, before the first request', async (_, file, code, says) => {
  const { gitlab, keelson } = await withArchive(`projects: { eng/web: { create: { import_archive: ${file} } } }\n`);
  mkdirSync(join(keelson.folder, 'config/folder.gz'));
  for (const command of [['validate'], ['plan'], APPLY]) {
    const { status, err } = await keelson.run(...command);
    expect([status, err.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(says)]);
    expect(err).toContain(code);
    expect(err).toContain('config/web.yaml:1:');
  }
  expect(gitlab.sandbox.log).toEqual([]);
});

it('a project begins in one way', async () => {
  const { keelson } = await withArchive(
    'projects: { eng/web: { create: { readme: true, import_archive: exports/web.tar.gz } } }\n',
  );
  const { status, err } = await keelson.run('validate');
  expect([status, err]).toEqual([1, expect.stringContaining('with `readme` or with `import_archive`')]);
});

it('an import that fails is told with what GitLab says of it', async () => {
  const { gitlab, keelson, archive } = await withArchive();
  writeFileSync(archive, 'no archive');
  const { status, out } = await keelson.run(...APPLY);
  expect([status, out.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('is failed: command exited with error code 1: Unable to decompress'),
  ]);
  expect(writes(gitlab)).toEqual(['POST /projects/import']);
});

it('of an import that has failed each plan says that the project does not hold it, also once the rest is as declared', async () => {
  const { keelson, archive } = await withArchive();
  writeFileSync(archive, 'no archive');
  expect((await keelson.run(...APPLY)).status).toBe(1);
  const told =
    /^config.web\.yaml:2:\d+: warning\[begun-in-vain\]: project\[eng\/web\] does not hold what `create` says .* failed/m;
  const { out, err } = await keelson.run('plan');
  expect(`${out}${err}`).toMatch(told);
  expect(`${out}${err}`).not.toContain('what is left to do');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const after = await keelson.run('plan', '--detailed-exitcode');
  expect([after.status, `${after.out}${after.err}`]).toEqual([0, expect.stringMatching(told)]);
});

it('an instance that takes no archives is told what to set', async () => {
  const { gitlab, keelson } = await withArchive(YAML, { sources: ['git'] });
  const { status, out, err } = await keelson.run(...APPLY);
  expect([status, `${out}${err}`]).toEqual([1, expect.stringContaining('import_sources')]);
  expect((await gitlab.get('/projects/eng%2Fweb')).status).toBe(404);
});

it.each([
  [
    'holds something else',
    (file: string) => {
      writeFileSync(file, 'another');
    },
    'holds something else by now',
  ],
  [
    'is gone',
    (file: string) => {
      rmSync(file);
    },
    'cannot be read (ENOENT)',
  ],
])('a saved plan does not hold where its archive %s', async (_, change, says) => {
  const { gitlab, keelson, archive } = await withArchive();
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  change(archive);
  const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, err.replace(/\s+/g, ' ')]).toEqual([3, expect.stringContaining(says)]);
  expect(err).toContain('error[file-changed]');
  expect(writes(gitlab)).toEqual([]);
});

it.each([
  ['was executed', 'reset-after:1x@POST /projects/import'],
  ['never came', 'reset-before:1x@POST /projects/import'],
  ['was kept back by a limit', '429-json=1:1x@POST /projects/import'],
])('a call whose answer is lost and that %s makes one project in the end', async (_, fault) => {
  const { gitlab, keelson } = await withArchive();
  gitlab.sandbox.fail(fault);
  const first = await keelson.run(...APPLY);
  if (first.status !== 0) {
    const second = await keelson.run(...APPLY);
    expect(second.status, first.out + first.err + second.out + second.err).toBe(0);
  }
  expect((await gitlab.get('/groups/eng/projects')).list.map(({ path }) => path)).toEqual(['web']);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('what somebody else has made at that path since the plan is left alone', async () => {
  const { gitlab, keelson } = await withArchive(YAML);
  const { id } = (await gitlab.get('/groups/eng')).object;
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  await gitlab.post('/projects', { path: 'web', namespace_id: id ?? null, description: 'Theirs' });
  gitlab.sandbox.log.length = 0;
  const { status } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, writes(gitlab)]).toEqual([3, []]);
});
