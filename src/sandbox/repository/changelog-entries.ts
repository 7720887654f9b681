import type { RequestContext } from '../http/request-context.ts';
import { titleOf } from './entity-commit.ts';
import { commitAt, repositoryOf } from './find-commit.ts';
import { walk } from '../git/history.ts';
import { trailersOf } from '../git/trailers.ts';
import { message, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { ChangelogConfig } from './changelog-config.ts';

/** What a section of a changelog is made from. */
export interface ChangelogRange {
  readonly version: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly date: Date;
  readonly trailer: string;
}

const semantic =
  /^v?(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)\.(?<patch>0|[1-9]\d*)(?:-(?<pre>[0-9a-zA-Z.-]+))?(?:\+[0-9a-zA-Z.-]+)?$/;

/** Ends the request because a changelog cannot be made (422). */
export function changelogFailed(reason: string): never {
  return refuse(message(422, `Failed to generate the changelog: ${reason}`));
}

/** The section of one release, as Markdown: a header, and the commits that carry the trailer, by category. */
export function changelogSection(
  context: RequestContext,
  project: ProjectRow,
  range: ChangelogRange,
  config: ChangelogConfig,
): string {
  const categories = new Map<string, string[]>(Object.values(config.categories).map((name) => [name, []]));
  for (const { sha, commit } of commitsOf(context, project, range)) {
    const category = trailersOf(commit.message).find(([name]) => name === range.trailer)?.[1];
    if (category === undefined) continue;
    const title = config.categories[category] ?? category;
    const entry = `- [${titleOf(commit.message)}](${project.full_path}@${sha})`;
    categories.set(title, [...(categories.get(title) ?? []), entry]);
  }
  const sections = [...categories]
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => {
      const count = entries.length === 1 ? '1 change' : `${entries.length} changes`;
      return `### ${title} (${count})\n\n${entries.join('\n')}`;
    });
  const body = sections.length === 0 ? 'No changes.' : sections.join('\n\n');
  return `## ${range.version} (${config.formatDate(range.date)})\n\n${body}\n\n`;
}

function commitsOf(context: RequestContext, project: ProjectRow, range: ChangelogRange) {
  const from = range.from === undefined ? previousTag(context, project, range.version) : range.from;
  const except = commitAt(context, project, from);
  const to = commitAt(context, project, range.to);
  if (to === undefined || except === undefined) return [];
  return walk(repositoryOf(context, project), [to.sha], [except.sha]);
}

/** The commit of the newest stable version tag before this version. */
function previousTag(context: RequestContext, project: ProjectRow, version: string): string {
  const repository = repositoryOf(context, project);
  const wanted = numbersOf(version);
  const earlier = repository.names('tags').filter((name) => {
    const found = semantic.exec(name);
    return found !== null && found.groups?.['pre'] === undefined && compare(numbersOf(name), wanted) < 0;
  });
  const newest = earlier.toSorted((a, b) => compare(numbersOf(a), numbersOf(b))).at(-1);
  const sha = newest === undefined ? undefined : repository.ref('tags', newest);
  return (
    sha ?? changelogFailed('The commit start range is unspecified, and no previous tag could be found to use instead')
  );
}

/** The parts of a version as numbers; zeros for what is none. */
export function numbersOf(version: string): readonly number[] {
  const groups = semantic.exec(version)?.groups;
  return ['major', 'minor', 'patch'].map((name) => Number(groups?.[name] ?? 0));
}

/** Which of two versions comes first. */
export function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, part] of a.entries()) {
    const difference = part - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a text is a semantic version, with or without a leading v. */
export function isVersion(text: string): boolean {
  return semantic.test(text);
}
