/** What is said where a result could not be written to standard output: on standard error, as a line of its own. */
export function lostOutputText({ message }: Error, args: readonly string[]): string {
  const told = {
    severity: 'error',
    code: 'lost-output',
    message: `standard output cannot be written, so that the result is lost or cut: ${message}`,
    remedy: 'make room for it, or send it elsewhere',
  };
  const asJson = args.join('=').includes('--log-format=json');
  return asJson ? JSON.stringify(told) : `error[${told.code}]: ${told.message}\n = help: ${told.remedy}`;
}
