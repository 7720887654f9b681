import type { Diagnostic } from '../../base/diagnostic.ts';
import { hashOfFile } from '../../base/file-hash.ts';
import type { Attachment, Plan } from '../../model.ts';

/** The files that go with calls of a plan, and that are not there any more or hold something else than when it was made. */
export function changedFiles({ changes }: Plan): Diagnostic[] {
  return changes.flatMap(({ address, calls, place }) =>
    calls.flatMap(({ attaches }): Diagnostic[] => {
      const why = attaches && troubleOf(attaches);
      if (why === undefined) return [];
      const message = `the plan does not hold any more: ${address} is made from a file, and ${why}`;
      return [{ severity: 'error', code: 'file-changed', message, place, remedy: 'put that file back, or plan again' }];
    }),
  );
}

function troubleOf({ file, sha256 }: Attachment): string | undefined {
  try {
    return hashOfFile(file) === sha256 ? undefined : `${file} holds something else by now`;
  } catch (error) {
    return `${file} cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`;
  }
}
