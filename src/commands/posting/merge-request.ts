import { InvalidArgumentError } from 'commander';
import type { MergeRequest } from '../../engine/note.ts';

/** The merge request that a flag names, as GitLab's own references do. Throws what commander tells. */
export function mergeRequest(text: string): MergeRequest {
  const [, project, iid] = /^(\d+|[\w.-]+(?:\/[\w.-]+)+)!([1-9]\d{0,9})$/.exec(text) ?? [];
  if (project === undefined)
    throw new InvalidArgumentError(
      'It is not written as group/project!12; in a pipeline of a merge request that is "$CI_MERGE_REQUEST_PROJECT_PATH!$CI_MERGE_REQUEST_IID".',
    );
  return { project, iid: Number(iid) };
}

/** The same as it is told. */
export function mergeRequestText({ project, iid }: MergeRequest): string {
  return `${project}!${iid}`;
}
