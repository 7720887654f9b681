import { InvalidArgumentError } from 'commander';

/** The project that a flag names, by its path or its number. Throws what commander tells. */
export function project(text: string): string {
  if (!/^(\d+|[\w.-]+(?:\/[\w.-]+)+)$/.test(text))
    throw new InvalidArgumentError('It is not written as group/project; in a pipeline that is "$CI_PROJECT_PATH".');
  return text;
}
