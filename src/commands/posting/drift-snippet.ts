import { writeSnippet } from '../../engine/snippet.ts';
import { aboutDrift, DRIFT_FILE, driftPage, driftTitle, supersededDrift } from '../../report/drift-page.ts';
import { postMarker } from '../../report/post.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';
import { posted, type Post, type PostingOptions } from './posted.ts';
import { subjectOf } from './subject.ts';

/** What a command can be told whose report is published. */
export interface PublishOptions extends PostingOptions {
  /** The project that gets the report as a snippet. */
  readonly publish?: string;
}

/** Runs a command that looks for drift, and keeps the snippet with its report. */
export function withDriftSnippet<Options extends PublishOptions>(
  path: string | undefined,
  project: string,
  options: Options,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const post: Post = {
    name: `the report in ${project}`,
    place: `project ${project}`,
    form: 'group/project',
    needs:
      'make the user a member of the project, as Reporter at least, and see that the project has snippets; in an archived one nobody may',
    write(record, planned, { client, instance }) {
      const subject = subjectOf({ type: 'configuration', path }, planned, options);
      return writeSnippet(client, instance.me.id, project, {
        marker: postMarker('drift', subject),
        title: driftTitle(subject),
        about: aboutDrift,
        file: DRIFT_FILE,
        content: driftPage(record, subject, new Date().toISOString()),
        instead: supersededDrift,
      });
    },
  };
  return posted('drift', post, options, run);
}
