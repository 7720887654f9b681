import { Option, type Command } from 'commander';
import { span } from './days.ts';
import { positive } from './numbers.ts';
import { HTML } from './report-flags.ts';
import { connecting, targeted } from './shared-flags.ts';

/** What a review is asked for, and the forms that it is printed in. */
export function reviewing(command: Command): Command {
  const described = command.description(
    'say who may do what where, by which way, since when, and with which tokens; exit with 2 where a filter finds somebody',
  );
  return targeted(connecting(described))
    .option('--dormant <span>', 'whom nobody has seen for so many days, such as 90d or 12w', span)
    .option('--admins', 'administrators alone')
    .option('--external', 'external users alone')
    .option('--without-two-factor', 'who can sign in without two-factor authentication')
    .option('--max-requests <n>', 'do not look at the instance where that takes more requests', positive)
    .addOption(new Option('--json', 'print JSON').conflicts(['csv', 'as']))
    .addOption(new Option('--csv', 'print a table for spreadsheets').conflicts(['as']))
    .addOption(new Option('--as <form>', 'print the declarations that would remove what was found').choices(['yaml']))
    .addOption(HTML);
}
