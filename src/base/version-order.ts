/** Whether a version as the platform gives it (`18.9.0-ee`) is at least `major.minor`. */
export function atLeast(version: string, since: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [sinceMajor = 0, sinceMinor = 0] = numbersOf(since);
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}

function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
