import type { Diagnostic } from '../../base/diagnostic.ts';
import { filesAtCommit } from '../../config/files-at-commit.ts';
import { isConfigurationFile, type FileSystem } from '../../config/files.ts';
import { commitFiles, type CommitFiles } from '../../engine/repository/commit-files.ts';
import { counted } from '../../report/counted.ts';
import type { ConnectionOptions } from '../session/options.ts';
import { askRepository } from '../session/repository.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { openTerminal } from '../terminal/terminal.ts';
import type { RemoteConfiguration } from './repository-path.ts';

/** What a configuration in a repository is read from, beside the files here; how the run ends where it cannot be had. */
export async function remoteFiles(
  configuration: RemoteConfiguration,
  options: ConnectionOptions,
): Promise<{ readonly system: FileSystem } | { readonly status: ExitStatus }> {
  const asked = await askRepository(options, (client) => commitFiles(client, configuration, isConfigurationFile));
  if (asked.type === 'ended') return asked;
  const terminal = openTerminal(options);
  const { result } = asked;
  if (result.type !== 'files') {
    terminal.diagnose([unread(configuration, result)]);
    return { status: EXIT.failed };
  }
  const { files, sha } = result;
  terminal.say(`Read ${configuration.name} at the commit ${sha}: ${counted(files.length, 'file')}.`);
  const byPath = new Map(files.map(({ below, content }) => [below, content]));
  return { system: filesAtCommit(configuration.name, byPath) };
}

function unread(
  { name, project, ref }: RemoteConfiguration,
  why: Exclude<CommitFiles, { readonly type: 'files' }>,
): Diagnostic {
  switch (why.type) {
    case 'no-project':
      return trouble(
        name,
        `there is no project ${project}, or the user of the token does not see it`,
        'see that it is written as group/project, and make the user a member of the project, as Reporter at least',
      );
    case 'no-commit':
      return trouble(
        name,
        `${project} has neither a branch nor a tag nor a commit ${ref}`,
        'name one that it has; an empty repository has none',
      );
    case 'elsewhere':
      return trouble(
        name,
        `${why.path} is a ${why.what}, and what it leads to is not read from here`,
        'put the files themselves there, name a path beside it, or give the folder of a clone',
      );
    case 'too-many':
      return trouble(
        name,
        `it has ${why.files} files, and no more than ${why.most} are read one by one`,
        'name a folder with fewer, or give that of a clone',
      );
  }
}

function trouble(name: string, why: string, remedy: string): Diagnostic {
  return { severity: 'error', code: 'remote-unread', message: `${name} is not read: ${why}`, remedy };
}
