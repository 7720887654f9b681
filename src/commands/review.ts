import { existsSync } from 'node:fs';
import { TooManyReads } from '../api/limits/bounded-reads.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { kindsByName } from '../engine/kinds.ts';
import { find, isAsked, type Filters, type Found } from '../engine/review/filters.ts';
import { readReview } from '../engine/review/read-review.ts';
import { reviewOf } from '../engine/review/review-of.ts';
import type { Review } from '../engine/review/review.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import { reviewFacts } from '../kinds/review-facts.ts';
import { reviewCsv } from '../report/review/review-csv.ts';
import { reviewJson } from '../report/review/review-json.ts';
import { reviewText, undecidedText } from '../report/review/review-text.ts';
import { leftText } from '../report/review/words.ts';
import { writeOutput } from './files/write-output.ts';
import { unknownTarget } from './planning/targets.ts';
import { filteredStatus } from './reviewing/filtered-status.ts';
import { printRemovals } from './reviewing/print-removals.ts';
import type { Connection } from './session/connect.ts';
import { forecasting, REMEDY_OF_REVIEW, statusWithoutPlan, tookTooMany } from './session/forecasting.ts';
import type { ConnectionOptions } from './session/options.ts';
import { withConnection } from './session/session.ts';
import { version } from '../version.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { interruptible } from './terminal/interrupt.ts';
import { openTerminal, type Terminal } from './terminal/terminal.ts';

export interface ReviewOptions extends ConnectionOptions, Filters {
  readonly target: readonly string[];
  readonly maxRequests?: number;
  readonly json?: true;
  readonly csv?: true;
  readonly as?: 'yaml';
}

/** Says who may do what where; with filters whom they find, and exits with 2 then. It writes nothing to the platform. */
export async function reviewCommand(options: ReviewOptions): Promise<ExitStatus> {
  const isFiltered = isAsked(options);
  if (options.as === 'yaml' && !isFiltered) {
    openTerminal(options).diagnose([removesNobody]);
    return EXIT.failed;
  }
  return withConnection(options, async (connection, terminal) => {
    const { html } = options;
    if (html !== undefined && existsSync(html)) writeOutput(html, PAGE, '');
    const review = await interruptible(() => lookedAt(connection, options, terminal));
    terminal.progress.end();
    if ('severity' in review) {
      terminal.diagnose([review]);
      return statusWithoutPlan([review]);
    }
    const found: Found = isFiltered
      ? find(review.people, options, review.day)
      : { people: review.people, undecided: [] };
    const isWhole = print(review, found, connection, options, terminal);
    if (html !== undefined) {
      const { reviewPage } = await import('../report/review/review-page.ts');
      writeOutput(html, PAGE, reviewPage(review, found, { endedAt: new Date().toISOString(), version }));
    }
    if (!isWhole) return EXIT.failed;
    if (!isFiltered) return EXIT.done;
    return filteredStatus(review, found);
  });
}

const PAGE = 'the page';

/** Without a filter it would be everybody's access. */
const removesNobody: Diagnostic = {
  severity: 'error',
  code: 'no-filter',
  message: '--as yaml prints what would remove the people that a filter finds, and there is none',
  remedy: 'add --dormant, --admins, --external or --without-two-factor',
};

/** Of the whole instance only administrators are told enough for a review. */
const needsAdministrator: Diagnostic = {
  severity: 'error',
  code: 'needs-administrator',
  message: "a review of the whole instance needs an administrator's token, and this is none",
  remedy: "use one, or name groups whose owner the user of this token is: --target 'group[platform]**'",
};

async function lookedAt(
  connection: Connection,
  options: ReviewOptions,
  terminal: Terminal,
): Promise<Review | Diagnostic> {
  const { client, instance } = connection;
  const { target: targets, maxRequests, dormant } = options;
  if (targets.length === 0 && !instance.me.admin) return needsAdministrator;
  connection.permitReads(maxRequests);
  const permits = forecasting({ ...options, resend: [], journal: '' }, connection, terminal, REMEDY_OF_REVIEW);
  const kinds = kindsByName(allKinds);
  const reader = { kinds, facts: reviewFacts, client, instance, targets, dormant, permits };
  const seen = await readReview(reader).catch((error: unknown) => {
    if (error instanceof TooManyReads) return tookTooMany(error, REMEDY_OF_REVIEW);
    throw error;
  });
  if ('severity' in seen) return seen;
  const unknown = targets.find((target) => !seen.fits(target));
  return unknown === undefined ? reviewOf(seen, targets, instance, reviewFacts) : unknownTarget(unknown, undefined);
}

/** Prints a review in the form that was asked for; says whether all of it could be. */
function print(
  review: Review,
  found: Found,
  { instance }: Connection,
  options: ReviewOptions,
  terminal: Terminal,
): boolean {
  const pieces = options.json
    ? reviewJson(review, found, options)
    : options.csv
      ? reviewCsv(review, found)
      : options.as === 'yaml'
        ? []
        : reviewText(review, found, terminal.paint);
  for (const piece of pieces) terminal.result(piece);
  const tellsAll = options.csv !== true && options.as !== 'yaml';
  if (tellsAll) return true;
  if (found.undecided.length > 0) terminal.say(undecidedText(found.undecided));
  for (const left of review.left) terminal.say(`${leftText(left)}.`);
  return options.as !== 'yaml' || printRemovals(review, found.people, instance, terminal);
}
