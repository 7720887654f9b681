import { Secret } from '../../base/secret.ts';
import { lastSegment } from '../../base/scope-path.ts';
import { isMap } from '../../base/shape.ts';
import type { CallContext, Fault, PropertySchema } from '../../kind.ts';
import type { Attachment, Attributes, Call, Declared, Value } from '../../model.ts';
import { toApi } from './forms.ts';
import type { LiveProject } from './live-project.ts';
import { namespaceOf } from './moves.ts';

/** How a project is made that is not there: what POST /projects takes and nothing changes afterwards (18.9). */
export const making: PropertySchema = {
  type: 'object',
  'x-making': true,
  description:
    'Makes the project where there is none, empty if nothing else is said. An entry without it makes none: a mistyped path is an error. Once the project is there, it says nothing.',
  properties: {
    readme: { type: 'boolean', description: 'Begins with a README, on the default branch.' },
    template: {
      type: 'string',
      minLength: 1,
      description: 'Begins as a template of GitLab does, such as `rails`, or one of `template_group`.',
    },
    template_group: {
      type: 'string',
      'x-ref': 'groups',
      description: 'The group, by its path, one of whose projects `template` is. It takes Premium.',
    },
    import_url: {
      type: 'string',
      'x-secret': true,
      description: 'Begins with the repository at this URL, user name and password in it where it takes them.',
    },
    import_archive: {
      type: 'string',
      pattern: '\\.gz$',
      'x-form': 'the name of a file that ends in .gz',
      'x-file': true,
      description: 'Begins as the project whose export this file is; its path is relative to the file that names it.',
    },
  },
};

/** The attributes that POST takes (18.9): by what is known of it, others follow by PUT, which takes them all. */
const ON_CREATE: ReadonlySet<string> = new Set(['name', 'description', 'visibility']);

/** While GitLab fetches a repository or a template, and where it has failed to (GET /projects/:id, 18.9). */
const FETCHING = {
  read: { path: '/projects/{id}' },
  field: 'import_status',
  while: ['scheduled', 'started'],
  failed: { is: ['failed', 'canceled'], why: 'import_error' },
} as const;

/** The same of an archive, which may be large: what is declared is brought about once GitLab has read it to its end (GET /projects/:id/import, 18.9). */
const IMPORTING = { ...FETCHING, read: { path: '/projects/{id}/import' }, patience: 3600 } as const;

/** Where GitLab could not fetch it, and nothing is in it: of a mirror the last update is told by the same field (GET /projects, 18.9). */
export function begunInVain({
  import_status: status,
  import_error: error,
  empty_repo: isEmpty,
}: LiveProject): string | undefined {
  const failed = FETCHING.failed.is.find((one) => one === status);
  if (failed === undefined || isEmpty !== true) return undefined;
  return `its import is ${failed}${typeof error === 'string' ? ` (${error})` : ''}, and its repository is empty`;
}

/** Without a visibility the instance's default would apply; without a name, GitLab's own of the path, which is the same (POST /projects, 18.9). */
export function undeclared(path: string): { readonly name: string; readonly visibility: string } {
  return { name: lastSegment(path), visibility: 'private' };
}

/** The calls that make a project, and give it what POST does not; none where the entry does not say that it is to be made. */
export function makingOf(
  { key: path, spec: { create, ...fields } }: Declared,
  context: CallContext,
  put: (id: '{id}', fields: Attributes) => readonly Call[],
): readonly Call[] {
  if (!isMap(create)) return [];
  const declared = Object.entries(fields).filter(
    ([name, value]) => name !== 'full_path' && value !== null && value !== undefined,
  );
  const named = { ...undeclared(path), ...Object.fromEntries(declared) };
  const archive = archiveOf(create);
  if (archive !== undefined)
    return [
      importing(path, named, archive, context),
      ...put('{id}', { ...named, archived: undefined }),
      ...archiving(fields),
    ];
  const branch = create['readme'] === true ? { default_branch: fields['default_branch'] } : {};
  const now = Object.fromEntries(Object.entries(named).filter(([name]) => ON_CREATE.has(name)));
  const later = Object.fromEntries(declared.filter(([name]) => !ON_CREATE.has(name) && name !== 'archived'));
  const body = {
    ...toApi({ ...now, ...branch }),
    path: lastSegment(path),
    namespace_id: namespaceOf(path, context),
    ...beginning(create, context),
  };
  const fetches = create['template'] !== undefined || create['import_url'] !== undefined;
  // The first branch of what is empty comes with the first push, whatever is sent before (PUT /projects/:id, 18.9).
  const { default_branch: first, ...others } = later;
  return [
    { method: 'POST', path: '/projects', body, does: 'made', ...(fetches && { awaits: FETCHING }) },
    ...put('{id}', fetches && first !== undefined ? later : others),
    ...archiving(fields),
  ];
}

function archiving({ archived }: Attributes): readonly Call[] {
  return archived === true ? [{ method: 'POST', path: '/projects/{id}/archive', does: 'archived' }] : [];
}

function archiveOf({ import_archive: archive }: { readonly [name: string]: Value }): Attachment | undefined {
  if (!isMap(archive)) return undefined;
  const { file, sha256 } = archive;
  return typeof file === 'string' && typeof sha256 === 'string' ? { file, sha256 } : undefined;
}

/**
 * The import of an archive, as a form (POST /projects/import, 18.9). What is declared follows by PUT, since the archive says it, too; the
 * visibility goes along, so that nobody sees more meanwhile: that GitLab heeds it among `override_params` is a guess.
 */
function importing(path: string, { name, visibility }: Attributes, archive: Attachment, context: CallContext): Call {
  return {
    method: 'POST',
    path: '/projects/import',
    body: {
      path: lastSegment(path),
      namespace: namespaceOf(path, context),
      ...(name !== undefined && { name }),
      ...(visibility !== undefined && { override_params: { visibility } }),
    },
    attaches: { field: 'file', ...archive },
    does: 'made',
    awaits: IMPORTING,
  };
}

function beginning(
  create: { readonly [name: string]: Value },
  context: CallContext,
): { readonly [name: string]: Value } {
  const { readme, template, template_group: group, import_url: url } = create;
  const holding = typeof group === 'string' ? context.find('groups', group) : undefined;
  return {
    ...(readme === true && { initialize_with_readme: true }),
    ...(template !== undefined && { template_name: template }),
    ...(holding !== undefined && { use_custom_template: true, group_with_project_templates_id: holding.ref('id') }),
    ...(url !== undefined && { import_url: url }),
  };
}

/** What GitLab would refuse of how a project is to be made, or pass over. */
export function makingFaults(create: Value | undefined): readonly Fault[] {
  if (!isMap(create) || create instanceof Secret) return [];
  const { readme, template, template_group: group, import_url: url, import_archive: archive } = create;
  const beginnings = [
    ...(readme === true ? ['readme'] : []),
    ...(template === undefined ? [] : ['template']),
    ...(url === undefined ? [] : ['import_url']),
    ...(archive === undefined ? [] : ['import_archive']),
  ];
  const [one, other] = beginnings;
  const field = 'create';
  return [
    ...(one !== undefined && other !== undefined
      ? [
          {
            field,
            message: `A project begins in one way: with \`${one}\` or with \`${other}\``,
            remedy: `Take one out`,
          },
        ]
      : []),
    ...(group !== undefined && template === undefined
      ? [
          {
            field,
            message: '`template_group` says where a template is, and there is none',
            remedy: 'Write `template` beside it',
          },
        ]
      : []),
  ];
}
