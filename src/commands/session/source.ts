import type { ExitStatus } from '../terminal/exit-status.ts';
import type { Beside } from './configuration.ts';
import type { ConnectionOptions } from './options.ts';

/**
 * What a configuration is read from: files here, or those of a repository under a name of their own. What asks an instance is loaded for these
 * alone.
 */
export async function sourceOf(
  path: string | undefined,
  options: ConnectionOptions,
): Promise<(Pick<Beside, 'system'> & { readonly path: string | undefined }) | { readonly status: ExitStatus }> {
  const { config } = options;
  if (config === undefined) return { path };
  const { remoteFiles } = await import('../remote/remote-files.ts');
  const remote = await remoteFiles(config, options);
  return 'status' in remote ? remote : { path: config.name, system: remote.system };
}
