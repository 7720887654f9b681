import { forgetValues, withoutSecrets } from './base/hidden-values.ts';
import { Argument, Command, CommanderError, Option } from 'commander';
import type { AdoptOptions } from './commands/adopt.ts';
import type { ApplyOptions } from './commands/apply.ts';
import { SHELLS, type Shell } from './commands/completion/shells.ts';
import { EXIT, type ExitStatus } from './commands/terminal/exit-status.ts';
import { helpText } from './commands/terminal/help-text.ts';
import type { ExportOptions } from './commands/export.ts';
import type { InitOptions } from './commands/init.ts';
import type { MergeOptions } from './commands/merge.ts';
import type { PublishOptions } from './commands/posting/drift-snippet.ts';
import type { PlanCommandOptions } from './commands/plan.ts';
import type { PlanningOptions } from './commands/session/options.ts';
import type { SandboxCommandOptions } from './commands/sandbox.ts';
import { believing, reading } from './commands/session/look-flags.ts';
import { guarded, waivedBy } from './commands/session/guard-options.ts';
import { calendarDay, span } from './commands/session/days.ts';
import {
  artifact,
  byMergeRequest,
  common,
  config,
  connecting,
  fromJob,
  markdown,
  note,
  planning,
  publish,
  printing,
  reaching,
  targeted,
} from './commands/session/shared-flags.ts';
import { noted, published } from './commands/session/posting-flags.ts';
import { lookedAt } from './commands/remote/repository-path.ts';
import { positive, wholeNumber } from './commands/session/numbers.ts';
import { refuseUnknownHelp } from './commands/terminal/unknown-help.ts';
import { refuseTwoConfigurations } from './commands/terminal/two-configurations.ts';
import { refuseSwallowedFlags } from './commands/terminal/swallowed-flag.ts';
import { HTML, reported, reporting, TERRAFORM_REPORT } from './commands/session/report-flags.ts';
import { reviewing } from './commands/session/review-flags.ts';
import type { ReviewOptions } from './commands/review.ts';
import type { TerminalOptions } from './commands/terminal/terminal.ts';
import type { ShowOptions } from './commands/show.ts';
import type { WhyOptions } from './commands/why.ts';
import type { ValidateOptions } from './commands/validate.ts';
import { version } from './version.ts';

/** Parses arguments and runs the one command that they name. What a command needs is loaded when it runs. */
export async function runProgram(args: readonly string[]): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  forgetValues();
  const done = (result: ExitStatus): void => {
    status = result;
  };
  const program = new Command('keelson')
    .description('Keeps a GitLab instance true to a repository of YAML.')
    .version(version)
    .showHelpAfterError('(keelson --help tells more)')
    .enablePositionalOptions()
    .exitOverride()
    .hook('preAction', (_, command) => {
      refuseSwallowedFlags(command);
      refuseTwoConfigurations(command);
    })
    .configureOutput({
      // Whoever mistypes an option may have given it a token.
      outputError: (text, write) => {
        write(withoutSecrets(text.replace(/(unknown option '-[\w-]+)=[^']*/, '$1=…')));
      },
    });

  reaching(reporting(common(program.command('validate [path]').description('check a configuration, offline'))))
    .addOption(config())
    .action(async (path: string | undefined, options: ValidateOptions) => {
      const { validate } = await import('./commands/validate.ts');
      done(await reported('validate', lookedAt(path, options), options, (given) => validate(path, given)));
    });
  reporting(
    believing(guarded(planning(program.command('plan [path]').description('show what apply would do')))),
    TERRAFORM_REPORT,
    HTML,
  )
    .option('--out <file>', 'save the plan, for keelson apply FILE, or for keelson merge')
    .addOption(markdown())
    .addOption(note())
    .addOption(config())
    .option('--at <day>', 'look ahead: show the plan as of a day to come, YYYY-MM-DD; it is not saved', calendarDay)
    .option('--detailed-exitcode', 'exit with 2 where there is something to do')
    .action(async (path: string | undefined, options: PlanCommandOptions) => {
      const { planCommand } = await import('./commands/plan.ts');
      const plan = (given: PlanCommandOptions) => planCommand(path, given, waivedBy(given));
      const looked = { type: 'configuration', path: lookedAt(path, options) } as const;
      done(await reported('plan', looked.path, options, noted(looked, plan)));
    });
  reporting(
    reading(
      guarded(
        planning(
          program
            .command('apply [path]')
            .description('bring the instance to the configuration, to a saved plan, or back by an undo'),
        ),
      ),
    ),
    HTML,
  )
    .option('--auto-approve', 'do not ask')
    .addOption(fromJob())
    .addOption(artifact())
    .addOption(config())
    .option('--undo <file>', 'write there what brings back what was live, for keelson apply FILE')
    .option('--lock-wait <seconds>', "how long to wait for another run's lock", wholeNumber, 0)
    .option('--break-lock', 'take the lock from a run that has died')
    .addOption(
      new Option('--on-stale <what>', 'where a change no longer holds').choices(['stop', 'skip']).default('stop'),
    )
    .action(async (path: string | undefined, options: ApplyOptions) => {
      const { applyCommand } = await import('./commands/apply.ts');
      done(
        await reported('apply', lookedAt(path, options), options, (given) =>
          applyCommand(path, given, waivedBy(given)),
        ),
      );
    });
  printing(program.command('show <plan>').description('print a saved plan, in any form')).action(
    async (plan: string, options: ShowOptions) => {
      const { show } = await import('./commands/show.ts');
      done(await reported('plan', plan, options, (given) => show(plan, given)));
    },
  );
  printing(program.command('merge <plans...>').description('make one plan of the plans of all shards'))
    .option('--out <file>', 'save the plan, for keelson apply FILE')
    .addOption(note())
    .action(async (plans: readonly string[], options: MergeOptions) => {
      const { merge } = await import('./commands/merge.ts');
      const run = (given: MergeOptions) => merge(plans, given);
      done(await reported('plan', plans[0], options, noted({ type: 'plans' }, run)));
    });
  reporting(
    believing(
      planning(
        program
          .command('drift [path]')
          .description('show what has changed behind the repository; exit with 2 where something has'),
      ).addOption(
        new Option('--since <when>', 'read what may have changed since the last look, and believe the rest').choices([
          'last',
        ]),
      ),
    ),
    HTML,
  )
    .option('--due-within <span>', 'list what will be due to be made anew within so many days, such as 30d or 4w', span)
    .addOption(publish())
    .addOption(config())
    .action(async (path: string | undefined, options: PlanningOptions & PublishOptions) => {
      const { drift } = await import('./commands/drift.ts');
      const look = (given: PlanningOptions) => drift(path, given);
      const looked = lookedAt(path, options);
      done(await reported('drift', looked, options, published(looked, look)));
    });
  connecting(
    program
      .command('why <address> [path]')
      .description('say of one thing, or one field, which line wants it so, what is live, and what a plan would do'),
  )
    .option('--max-requests <n>', 'do not look at the instance where that takes more requests', positive)
    .option('--journal <file>', 'where apply writes down what it does', '.keelson/journal.jsonl')
    .option('--json', 'print JSON')
    .action(async (address: string, path: string | undefined, options: WhyOptions) => {
      done(await (await import('./commands/why.ts')).whyCommand(address, path, options));
    });
  reviewing(program.command('review')).action(async (options: ReviewOptions) => {
    done(await (await import('./commands/review.ts')).reviewCommand(options));
  });
  targeted(
    connecting(
      program.command('export').description('print the live instance as a configuration that plans to nothing'),
    ),
  )
    .option('--out <folder>', 'write a file for each group at the top, and one for the instance')
    .option('--changed', 'leave out what is as on a new GitLab')
    .action(async (options: ExportOptions) => {
      done(await (await import('./commands/export.ts')).exportCommand(options));
    });
  targeted(
    connecting(
      program
        .command('adopt [path]')
        .description('edit the configuration so that it says what is live, and leave all else in it as it is'),
    ),
  )
    .option('--dry-run', 'print what would be edited as a unified diff, and write nothing')
    .addOption(byMergeRequest())
    .action(async (path: string | undefined, options: AdoptOptions) => {
      done(await (await import('./commands/adopt.ts')).adopt(path, options));
    });
  connecting(program.command('init').description('write the beginning of a repository here, from what is live'))
    .option('--part <path>', 'what is to be kept: a group with all that is in it, or all')
    .option('--out <folder>', 'where the configuration goes', 'config')
    .option('--ci', 'write .gitlab-ci.yml and the jobs')
    .option('--no-ci', 'write neither of them')
    .option('--yes', 'take what is usual where no flag says anything else')
    .action(async (options: InitOptions) => {
      done(await (await import('./commands/init.ts')).init(options));
    });
  common(program.command('explain <code>').description('say what the code of an error or a warning means')).action(
    async (code: string, options: TerminalOptions) => {
      done((await import('./commands/explain.ts')).explain(code, options));
    },
  );
  common(program.command('sandbox').description('serve a GitLab in memory on the loopback interface'))
    .option('--port <n>', 'the port; any free one if 0', wholeNumber, 8080)
    .option('--token <token>', "the administrator's token", 'glpat-sandbox-root')
    .option('--seed <file>', 'begin with a state, as GET /sandbox/state gives it')
    .addOption(
      new Option(
        '--demo [folder]',
        'begin with the company of examples/instance, in which two people have changed something; the folder gets its repository',
      ).conflicts(['seed', 'tier', 'version', 'ldapProviders', 'samlProviders']),
    )
    .option('--latency <ms>', 'how long every answer takes at least', wholeNumber, 0)
    .option('--workers <n>', 'work on so many requests together, while the others wait in line', positive)
    .option('--faults <spec>', 'faults on demand, such as seed=7,503:0.05,reset-after:2x@POST /groups/*')
    .option('--rate-limit <rate>', 'permit so many requests, such as 20/s')
    .option('--endpoint-limits', "count by endpoint too, up to the instance's own limits")
    .option('--version <version>', 'answer as this version of GitLab', '18.9.0-ee')
    .addOption(new Option('--tier <tier>', 'answer as this tier').choices(['free', 'premium', 'ultimate']))
    .option('--ldap-providers <names...>', 'the directories that it is set up with (ldapmain, ldapsecondary)')
    .option('--saml-providers <names...>', 'its SAML providers (saml)')
    .action(async (options: SandboxCommandOptions) => {
      done(await (await import('./commands/sandbox.ts')).sandbox(options));
    });
  common(program.command('demo').description('all of it in less than a minute, on the sandbox')).action(
    async (options: TerminalOptions) => {
      done(await (await import('./commands/demo.ts')).demo(options));
    },
  );
  common(program.command('completion').description('print what a shell needs to complete commands and flags'))
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: Shell, options: TerminalOptions) => {
      done((await import('./commands/completion.ts')).completion(shell, program, options));
    });
  for (const command of program.commands) {
    const takesAddresses = command.options.some(({ long }) => long === '--target');
    command.addHelpText('after', () => helpText(command.name(), takesAddresses));
    // What is wrong within a command is told by the help of that command.
    command.showHelpAfterError(`(keelson ${command.name()} --help tells more)`);
  }

  try {
    refuseUnknownHelp(program, args);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode !== 0) await sayEarlierOutputs(args);
    throw error;
  }
  return status;
}

/** What an earlier run has left where this one was to write is not to be taken for its own, though it has come to nothing. */
async function sayEarlierOutputs(args: readonly string[]): Promise<void> {
  const { withoutEarlierOutputs } = await import('./commands/files/earlier-outputs.ts');
  const gone = withoutEarlierOutputs(args);
  if (gone.length > 0)
    process.stderr.write(`Emptied or removed ${gone.join(', ')}, which held what an earlier run has written.\n`);
}
