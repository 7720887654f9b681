import type { Diagnostic } from '../../base/diagnostic.ts';
import { ask, interruptible } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What flags have answered. */
export interface Given {
  readonly url?: string;
  readonly tokenFile?: string;
  /** The path of a group, or `all`. */
  readonly part?: string;
  readonly ci?: boolean;
  /** Takes what is usual where no flag says anything else. */
  readonly yes?: boolean;
}

/** The answers to the four questions; a value of the token is none of them. */
export interface Answers {
  readonly url: string;
  /** The file of the token; undefined where it is in the environment. */
  readonly tokenFile: string | undefined;
  readonly part: string;
  readonly ci: boolean;
}

/** One question: what a flag or the environment has answered, what is usual, and which flag answers it. */
interface Question {
  readonly text: string;
  readonly given: string | undefined;
  readonly usual: string | undefined;
  readonly flag: string;
}

/** Everything that is kept. */
export const ALL = 'all';

/** Asks what no flag has answered, or takes what is usual; a diagnostic that names the flags where nobody can be asked. */
export async function answersTo(
  given: Given,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<Answers | Diagnostic> {
  const questions = questionsFor(given, env);
  const open = questions.filter(
    ({ given: known, usual }) => known === undefined && !(given.yes && usual !== undefined),
  );
  if (open.length > 0 && (given.yes || !terminal.canAsk)) return unanswered(open);
  const answers: string[] = [];
  for (const question of questions) answers.push(question.given ?? (await answerTo(question, given.yes === true)));
  const [url = '', token = '', part = '', ci = ''] = answers;
  return { url, tokenFile: token === '' ? undefined : token, part, ci: /^y(es)?$/i.test(ci) };
}

function questionsFor({ url, tokenFile, part, ci }: Given, env: NodeJS.ProcessEnv): readonly Question[] {
  const set = (...names: readonly string[]): string | undefined => names.map((name) => env[name]).find(Boolean);
  const hasToken = set('KEELSON_TOKEN', 'GITLAB_TOKEN') !== undefined;
  return [
    {
      text: 'The URL of the instance',
      given: url,
      usual: set('KEELSON_URL', 'GITLAB_URL', 'CI_SERVER_URL'),
      flag: '--url',
    },
    {
      text: 'The file that holds a token (nothing for KEELSON_TOKEN or GITLAB_TOKEN)',
      given: tokenFile,
      usual: hasToken ? '' : undefined,
      flag: '--token-file or KEELSON_TOKEN',
    },
    {
      text: 'What is to be kept: the path of a group, or all that the token sees',
      given: part,
      usual: ALL,
      flag: '--part',
    },
    {
      text: 'Write .gitlab-ci.yml, with a plan for each merge request and an apply by hand',
      given: ci === undefined ? undefined : ci ? 'yes' : 'no',
      usual: 'yes',
      flag: '--ci or --no-ci',
    },
  ];
}

/** The answer of whoever sits there; what is usual where that is taken, or nothing is typed. */
async function answerTo({ text, usual }: Question, takesUsual: boolean): Promise<string> {
  if (takesUsual) return usual ?? '';
  const shown = usual === undefined || usual === '' ? '' : ` [${usual}]`;
  const answer = await interruptible(() => ask(`${text}${shown}: `, process.stdin, process.stderr));
  return answer.trim() === '' ? (usual ?? '') : answer.trim();
}

function unanswered(open: readonly Question[]): Diagnostic {
  const usual = open.some((question) => question.usual !== undefined) ? ['or --yes for what is usual'] : [];
  return {
    severity: 'error',
    code: 'unanswered',
    message: `nobody can be asked here: ${open.map(({ text }) => text).join('; ')}`,
    remedy: `give ${[...open.map(({ flag }) => flag), ...usual].join('; ')}`,
  };
}
