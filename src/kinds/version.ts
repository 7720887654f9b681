/** Whether a version of the platform (`18.9.1-ee`) is at least another one (`18.2`). */
export function isAtLeast(version: string, since: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  const [sinceMajor = 0, sinceMinor = 0] = since.split('.').map(Number.parseFloat);
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}
