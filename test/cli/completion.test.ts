import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/commands/terminal/help-text.ts';

const program = new URL('../../dist/main.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'keelson-completion-'));

function keelson(...args: readonly string[]): string {
  return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}

const COMMANDS = [...keelson('--help').matchAll(/^ {2}([a-z]+) .*/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'help');

/** The flags that a command's help lists. */
function flagsOf(command: string): readonly string[] {
  return [...keelson(command, '--help').matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
}

const script = join(folder, 'keelson.bash');
writeFileSync(script, keelson('completion', 'bash'));

/** What bash offers behind these words, the last of which is being written. */
function offered(...words: readonly string[]): readonly string[] {
  const line =
    'source "$1"; shift; COMP_WORDS=(keelson "$@"); COMP_CWORD=$#; _keelson; printf "%s\\n" "${COMPREPLY[@]}"';
  const { stdout, stderr } = spawnSync('bash', ['-c', line, 'bash', script, ...words], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('keelson completion bash', () => {
  it('offers every command', () => {
    expect(offered('')).toEqual([...COMMANDS, '--help', '--version']);
    expect(COMMANDS.length).toBeGreaterThan(9);
    expect(offered('va')).toEqual(['validate']);
  });

  it.each(COMMANDS)('offers the flags that %s has', (command) => {
    expect([...offered(command, '--')].sort()).toEqual([...flagsOf(command)].sort());
  });

  it('offers the words that a flag takes, also behind an equals sign', () => {
    expect(offered('apply', '--on-stale', '')).toEqual(['stop', 'skip']);
    expect(offered('plan', '--log-format', '=', 'j')).toEqual(['json']);
    expect(offered('plan', '--log-format', '=')).toEqual(['text', 'json']);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('offers files where there is to be one, and nothing where anything may stand', () => {
    writeFileSync(join(folder, 'plan.json'), '');
    expect(offered('apply', 'pla')).toEqual(['plan.json']);
    expect(offered('plan', '--out', 'pla')).toEqual(['plan.json']);
    expect(offered('plan', '--url', '')).toEqual([]);
  });
});

/** The shells that are here beside bash. */
const others = ['zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);

describe('keelson completion', () => {
  it.each(others)('is a script that %s can read', (shell) => {
    const file = join(folder, `keelson.${shell}`);
    writeFileSync(file, keelson('completion', shell));
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['zsh', 'fish'])('names every command and flag to %s', (shell) => {
    const text = keelson('completion', shell);
    for (const command of COMMANDS) {
      expect(text).toContain(shell === 'zsh' ? `'${command}:` : `-a ${command} `);
      for (const flag of flagsOf(command))
        expect(text).toContain(shell === 'zsh' ? `'*${flag}[` : ` -l ${flag.slice(2)}`);
    }
  });

  it('is refused for another shell', () => {
    const { status, stderr } = spawnSync(process.execPath, [program, 'completion', 'tcsh'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Allowed choices are bash, zsh, fish.')]);
  });
});

describe('keelson COMMAND --help', () => {
  it.each(COMMANDS)('has examples of %s with flags that it has, and the exit statuses', (command) => {
    const text = keelson(command, '--help');
    const examples = examplesOf(command);
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      expect(text).toContain(`  $ ${example}\n`);
      expect(example).toContain(`keelson ${command}`);
      for (const [flag] of example.matchAll(/--[a-z-]+/g)) expect(flagsOf(command)).toContain(flag);
    }
    expect(text).toContain('\n  130  interrupted');
    expect(text.includes('\nAddresses')).toBe(flagsOf(command).includes('--target'));
  });
});
