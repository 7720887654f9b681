import { join } from 'node:path';
import { folded } from '../demo/fold.ts';
import { administrator, foundMeridian, fridayEvening, hireGitops } from '../demo/meridian.ts';
import { platform } from '../demo/platform.ts';
import { runSelf, type Ran } from '../demo/run-self.ts';
import { bringing, repairing, type Scene } from '../demo/scenes.ts';
import { DEMO_SECRETS, setStage } from '../demo/stage.ts';
import { startSandbox } from '../sandbox/index.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { openTerminal, type Terminal, type TerminalOptions } from './terminal/terminal.ts';

/** Shows the main job on the sandbox, by the real commands in processes of their own; fails where any of it does not hold. */
export async function demo(options: TerminalOptions): Promise<ExitStatus> {
  const began = performance.now();
  const terminal = openTerminal(options);
  const stage = setStage();
  const sandbox = await startSandbox();
  try {
    terminal.result(opening(sandbox.url));
    const root = platform(sandbox.url, sandbox.token);
    const gitops = await hireGitops(root);
    await foundMeridian(platform(sandbox.url, gitops), join(stage.folder, 'examples/instance'));
    const tomas = platform(sandbox.url, await administrator(root, 'tomas.lind'));
    const env = environment(sandbox.url, gitops, terminal);
    const play = (scenes: readonly Scene[]): Promise<boolean> => playAll(scenes, stage.folder, env, terminal);
    if (!(await play(bringing))) return EXIT.failed;
    await fridayEvening(tomas);
    terminal.result(interlude(terminal));
    if (!(await play(repairing))) return EXIT.failed;
    terminal.result(closing((performance.now() - began) / 1000));
    return EXIT.done;
  } finally {
    await sandbox.close();
    stage.clear();
  }
}

async function playAll(
  scenes: readonly Scene[],
  folder: string,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<boolean> {
  for (const scene of scenes) {
    terminal.result(
      `\n${terminal.paint.strong(scene.caption)}\n${terminal.paint.faint('$')} keelson ${scene.args.join(' ')}\n`,
    );
    const ran = await runSelf(scene.args, folder, env);
    const problem = problemOf(scene, ran);
    if (problem !== undefined) {
      terminal.result(ran.output);
      terminal.say(ran.errors);
      terminal.diagnose([{ severity: 'error', code: 'demo', message: problem }]);
      return false;
    }
    terminal.result(
      `${folded(ran.output, scene.shows, terminal.paint.faint)}\n${terminal.paint.faint(`exit ${ran.status ?? ''}, ${ran.seconds.toFixed(1)} s`)}\n`,
    );
  }
  return true;
}

/** What is not as promised; undefined where all is. */
function problemOf({ args, status, says }: Scene, ran: Ran): string | undefined {
  const command = `keelson ${args.join(' ')}`;
  if (ran.status !== status) return `${command} ended with ${ran.status ?? 'a signal'} instead of ${status}`;
  const missing = says.find((text) => !ran.output.includes(text));
  return missing === undefined ? undefined : `${command} does not say "${missing}"`;
}

/** The environment of the commands: the sandbox in place of whatever instance is set here. */
function environment(url: string, token: string, { paint }: Terminal): NodeJS.ProcessEnv {
  const coloured = paint.strong('x') !== 'x';
  return {
    ...process.env,
    ...DEMO_SECRETS,
    ...(coloured && { FORCE_COLOR: '1' }),
    KEELSON_URL: url,
    KEELSON_TOKEN: token,
  };
}

function opening(url: string): string {
  return [
    `Keelson keeps a GitLab instance true to a repository of YAML. This shows it at work on a GitLab in`,
    `memory, at ${url}: no account, no network, nothing is left behind. Meridian Freight, a`,
    'company of 40 groups, has written down how its GitLab is to be; most of it is not there yet.',
    '',
  ].join('\n');
}

function interlude({ paint }: Terminal): string {
  return [
    '',
    `${paint.changed('Friday evening.')} Tomas, an administrator in a hurry, makes a contractor an owner and opens sign-up`,
    'to everybody. By hand: nothing of it is in the repository.',
    '',
  ].join('\n');
}

function closing(seconds: number): string {
  return [
    '',
    `All of it held, in ${seconds.toFixed(0)} seconds. Next: \`npx keelson sandbox --demo meridian\` lays this company and its`,
    'repository before you, or look at your own instance: KEELSON_URL=… KEELSON_TOKEN=… npx keelson export',
    '',
  ].join('\n');
}
