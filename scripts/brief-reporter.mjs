// A reporter of Vitest for runs of thousands of cases: says what fails when it fails, in short, and how many passed at the end. What failed
// is also written into the file that KEELSON_FAILURES names, so that .ci/run can tell it again where it is looked for.
import { appendFileSync } from 'node:fs';
import process from 'node:process';

/** So much of each failure is told: the case, and the beginning of what was wrong. */
const MOST = 1500;

export default class BriefReporter {
  #counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    this.#counts[state] += 1;
    if (state === 'failed') told(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
  }

  /** A file that cannot be run has no case that fails. */
  onTestModuleEnd(module) {
    if (module.errors().length > 0) {
      this.#counts.failed += 1;
      told(module.relativeModuleId, module.errors());
    }
  }

  onTestRunEnd(modules, unhandled) {
    if (unhandled.length > 0) told('outside of any test', unhandled);
    const { passed, failed } = this.#counts;
    process.stdout.write(`${passed} passed, ${failed + unhandled.length} failed\n`);
  }
}

function told(name, errors) {
  const text = errors.map(wholeText).join('\n');
  const short = plain(text).slice(0, MOST);
  process.stdout.write(`FAILED ${name}\n${short}\n`);
  const { KEELSON_FAILURES: file } = process.env;
  if (file !== undefined && file !== '') appendFileSync(file, `failed: ${name}\n${short}\n`);
}

/** What was wrong in the beginning, and then what that came to: a property that fails says what it was played with, at length. */
function wholeText({ message = '', diff = '', cause }) {
  const first = typeof cause === 'object' && cause !== null ? `${wholeText(cause)}\n` : '';
  return `${first}${message.slice(0, MOST / 2)}\n${diff}`;
}

/** Without colours. */
function plain(text) {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}
