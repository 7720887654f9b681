import type { PublishOptions } from '../posting/drift-snippet.ts';
import type { NoteOptions } from '../posting/note.ts';
import type { Looked } from '../posting/subject.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';

/** A command whose plan becomes the note of a merge request, where one is named. */
export function noted<Options extends NoteOptions>(
  looked: Looked,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): (options: Options) => Promise<ExitStatus> {
  return async (options) => {
    const { note } = options;
    if (note === undefined) return run(options);
    const { withNote } = await import('../posting/note.ts');
    return withNote(looked, note, options, run);
  };
}

/** A command whose report becomes a snippet, where a project is named. */
export function published<Options extends PublishOptions>(
  path: string | undefined,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): (options: Options) => Promise<ExitStatus> {
  return async (options) => {
    const { publish: project } = options;
    if (project === undefined) return run(options);
    const { withDriftSnippet } = await import('../posting/drift-snippet.ts');
    return withDriftSnippet(path, project, options, run);
  };
}
