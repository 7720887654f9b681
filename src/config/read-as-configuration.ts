import { relative, sep } from 'node:path';
import { fileIdentity } from './file-identity.ts';
import { isConfigurationFile, type FileSystem } from './files.ts';

/** A test whether the file of an identity is read as configuration, or would be if it were there, where that is the file or the folder `path`. */
export function readAsConfiguration(path: string, system: FileSystem): (identity: string) => boolean {
  const top = fileIdentity(path, system);
  return (identity) => {
    const below = relative(top, identity);
    const steps = below.split(sep);
    return below === '' || (steps[0] !== '..' && isConfigurationFile(steps));
  };
}
