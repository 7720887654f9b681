import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { put, scratch } from './runner.ts';

const program = createRequire(import.meta.url).resolve('gitlab-ci-local/src/index.js');

/** A pipeline with what it includes, as gitlab-ci-local puts it together, and what that said of GitLab's own schema. */
export interface Expanded {
  readonly status: number | null;
  /** The pipeline as one YAML text. */
  readonly text: string;
  readonly said: string;
}

/** Puts the files of a repository together, the first of which is its `.gitlab-ci.yml`, and holds them against the schema that GitLab's editor has. */
export function expandedPipeline(files: { readonly [file: string]: string }): Expanded {
  const folder = scratch();
  for (const [file, text] of Object.entries(files)) put(join(folder, file), text);
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  };
  git('init', '--quiet');
  git('remote', 'add', 'origin', 'https://gitlab.example.com/platform/configuration.git');
  git('add', '--all');
  git('-c', 'user.name=ann', '-c', 'user.email=ann@example.com', 'commit', '--quiet', '--message', 'Begin');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--preview'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder },
  });
  return { status, text: stdout, said: stderr };
}
