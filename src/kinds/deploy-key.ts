import { scopePath } from '../address.ts';
import { isList, isMap } from '../base/shape.ts';
import { kind, pick } from '../kind.ts';
import type { LiveObject } from '../model.ts';
import { day, EXPIRES_AT } from './expiry.ts';

export type DeployKeySpec = {
  readonly title: string;
  readonly key: string;
  readonly can_push: boolean;
  readonly expires_at: string | null;
};

type LiveDeployKey = LiveObject & {
  readonly id: number;
  readonly title: string;
  readonly key: string;
  readonly can_push: boolean;
  readonly expires_at: string | null;
};

/** The type and the material of a key; what follows is a comment. */
const MATERIAL = '^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-\\S+|sk-\\S+) [A-Za-z0-9+/]+=*(?=$| )';

/**
 * Deploy keys of projects. One of the same material is one key, in however many projects it is: its title and its end are those of all of
 * them, and whether it may push is each project's own (/projects/:id/deploy_keys, 18.9).
 */
export const deployKeys = kind<DeployKeySpec, LiveDeployKey>({
  section: 'deploy_keys',
  singular: 'deploy_key',
  description: 'SSH keys by which machines read a repository, or write to it. One key may be in several projects.',
  scopes: ['project'],
  shape: { type: 'map', name: 'title' },
  schema: {
    properties: {
      title: {
        type: 'string',
        pattern: '\\S',
        'x-form': 'a title with more in it than blanks',
        maxLength: 255,
        description: 'What it is called, in all projects alike',
      },
      key: {
        type: 'string',
        pattern: `${MATERIAL}[^\\n]*$`,
        'x-form': 'an SSH public key in one line, as `ssh-ed25519 AAAA…`',
        'x-counts': MATERIAL,
        'x-immutable': true,
        description: 'The public key. A comment behind it makes no difference.',
      },
      can_push: {
        type: 'boolean',
        description: 'Whether it may push to this project. It may not where this is left out.',
      },
      // PUT takes neither, and answers 200 (PUT /projects/:id/deploy_keys/:key_id, 18.9).
      expires_at: {
        ...EXPIRES_AT,
        description:
          'The day on which it ends, in all projects alike. Where others have the key already, it keeps theirs.',
      },
    },
    required: ['key'],
  },
  identity: {
    // Nothing makes titles unique (POST /projects/:id/deploy_keys, 18.9).
    names: 'exact',
    key: ({ title = '' }) => title,
    alias: ({ key }) => materialOf(key),
    normal: ({ key, ...rest }) => ({ ...rest, ...(key !== undefined && { key: key.trim() }) }),
    shared: {
      of: ({ key }) => materialOf(key),
      fields: ['title', 'expires_at'],
      // The second shows those of the projects that the user maintains, which POST joins; public ones, which it joins too, are shown to
      // administrators alone (GET /deploy_keys, GET /users/:id/project_deploy_keys, 18.9).
      everywhere: ({ id, admin }) => ({
        path: admin ? '/deploy_keys' : `/users/${id}/project_deploy_keys`,
        pages: true,
      }),
      places,
    },
  },
  reads: {
    all: (scope) => [{ path: `${scopePath(scope)}/deploy_keys`, pages: true }],
    retainedFields: ['id'],
  },
  decode: (live) => ({
    key: live.title,
    alias: materialOf(live.key.trim()),
    id: live.id,
    spec: { title: live.title, key: live.key.trim(), can_push: live.can_push, expires_at: day(live.expires_at) },
  }),
  admits: { there: 'lets-in', wider: { can_push: [false, true] } },
  calls: {
    shown: { always: ['id', 'title', 'key'] },
    otherwise: () => ({ can_push: false }),
    // 201 with what is there already, where this project has the key, or another one of which the caller is a Maintainer: it keeps its
    // title, and here whether it may push (POST /projects/:id/deploy_keys, 18.9).
    create({ key, spec: { expires_at: ends = null, ...spec } }, { at }) {
      // What this project has of it already keeps whether it may push where that is not said.
      const said = { title: key, can_push: spec.can_push ?? false };
      const body = { ...said, ...pick<DeployKeySpec>(spec, ['key']), ...(ends !== null && { expires_at: ends }) };
      return [
        { method: 'POST', path: `${at}/deploy_keys`, body, does: 'enabled' },
        { method: 'PUT', path: `${at}/deploy_keys/{id}`, body: said, does: 'named' },
      ];
    },
    update: ({ id }, { names, entry: { spec } }, { at }) => [
      { method: 'PUT', path: `${at}/deploy_keys/${id}`, body: pick<DeployKeySpec>(spec, names) },
    ],
    // Without an update of these, a replacement: a key is there once, so that the old one goes first.
    remove: ({ id }, { at }) => [{ method: 'DELETE', path: `${at}/deploy_keys/${id}`, unlessModified: true }],
  },
});

const material = new RegExp(MATERIAL);

function places(live: LiveObject): readonly string[] | undefined {
  const lists = [live['projects_with_write_access'], live['projects_with_readonly_access']];
  const projects = lists.flatMap((list) => (isList(list) ? [list] : []));
  if (projects.length < lists.length) return undefined;
  return projects.flat().flatMap((project) => {
    const path = isMap(project) ? project['path_with_namespace'] : undefined;
    return typeof path === 'string' ? [path] : [];
  });
}

function materialOf(key: string | undefined): string | undefined {
  return key === undefined ? undefined : material.exec(key)?.[0];
}
