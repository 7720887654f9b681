import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ExportedSection } from '../../engine/export/exportable.ts';
import { writeConfigFiles } from '../../config/write.ts';
import { programFolder } from '../../demo/program-folder.ts';
import { kinds } from '../../kinds/index.ts';
import { version } from '../../version.ts';

/** What of a repository nobody else is to have, and what is made anew by each run. */
const IGNORED = [
  ...['.keelson/', 'node_modules/', 'plan.json', 'undo*.json'],
  ...['tokens/', 'secrets/', '*.token', '*.secret', ''],
].join('\n');

/** The files of a new configuration, each of which names the schema for editors. */
export function configurationFiles(
  folder: string,
  sections: readonly ExportedSection[],
  comment: readonly string[],
): ReadonlyMap<string, string> {
  const files =
    sections.length === 0 ? [['keelson.yaml', STARTER] as const] : [...writeConfigFiles(sections, kinds, comment)];
  return new Map(
    files.map(([name, text]) => {
      const file = join(folder, name);
      const schema = relative(dirname(file), join('node_modules', 'keelson', 'schemas', 'config.schema.json'));
      return [file, `# yaml-language-server: $schema=${schema}\n${text}`];
    }),
  );
}

/** What stands beside the configuration in its repository. */
export function repositoryFiles(folder: string, url: string, ci: boolean): ReadonlyMap<string, string> {
  const files = new Map([['.gitignore', IGNORED]]);
  if (ci) {
    files.set('.gitlab-ci.yml', pipeline(folder, url));
    files.set(COMPONENT, readFileSync(join(programFolder(), 'templates', 'keelson.yml'), 'utf8'));
  }
  return files;
}

/** Those of the files that are there already, and so stay as they are. */
export function alreadyThere(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files.keys()].filter((file) => existsSync(file));
}

/** The jobs, of which the pipeline includes all. */
export const COMPONENT = join('.gitlab', 'keelson.yml');

/** The package that the jobs install. */
export const PACKAGE = `keelson-${version}.tgz`;

function pipeline(folder: string, url: string): string {
  return `# The jobs are in ${COMPONENT}, which says what each of them does.
include:
  - local: /${COMPONENT}
    inputs:
      config: ${JSON.stringify(folder)}
      url: ${JSON.stringify(url)}
      package: ${PACKAGE}

workflow:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`;
}

/** The beginning of a configuration where the token sees nothing yet. */
const STARTER = `# Nothing that the token sees is there yet. Take the marks away from what you want, and run \`keelson plan\`.
version: 1
groups: {}
# groups:
#   platform:
#     name: Platform
#     visibility: private
#     protect: true # no plan deletes it
#     members:
#       alice: owner
#       bob: { access_level: developer, expires_at: 2099-12-31 }
`;
