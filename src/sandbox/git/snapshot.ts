import { deflateSync } from 'node:zlib';
import type { Member } from '../archive/member.ts';
import { tar } from '../archive/tar.ts';
import type { State } from '../store/state.ts';
import { bytesOf } from './object.ts';
import { openRepository } from './repository.ts';

const config = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';

/** A bare repository as git keeps it, in a tar archive: what is unpacked can be cloned (GET /projects/:id/snapshot, 18.9). */
export function snapshotOf(state: State, projectId: number, branch: string, seconds: number): Buffer {
  const file = (path: string, bytes: Buffer | string): Member => ({
    path,
    bytes: Buffer.from(bytes),
    executable: false,
  });
  const repository = openRepository(state, projectId);
  const refs = (['heads', 'tags'] as const).flatMap((kind) =>
    repository.names(kind).map((name) => file(`refs/${kind}/${name}`, `${repository.ref(kind, name) ?? ''}\n`)),
  );
  const objects = state.gitObjectsOf(projectId).map(({ sha, object }) => {
    return file(`objects/${sha.slice(0, 2)}/${sha.slice(2)}`, deflateSync(loose(object.type, bytesOf(object))));
  });
  return tar([file('HEAD', `ref: refs/heads/${branch}\n`), file('config', config), ...refs, ...objects], seconds);
}

function loose(type: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
}
