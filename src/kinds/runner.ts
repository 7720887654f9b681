import { kind, pick } from '../kind.ts';
import type { Call, Value } from '../model.ts';
import type { Sinks } from '../sinks.ts';
import { runnerBatches } from './runner-batches.ts';
import { isElsewhere, listsInherited, ownerOf, runnersOf, type RunnerOwners } from './runner-scope.ts';
import { handsTokenOn, savesToken, tokenTo } from './token-sink.ts';

export type RunnerSpec = {
  readonly description: string;
  readonly tags: readonly string[];
  readonly run_untagged: boolean;
  readonly locked: boolean;
  readonly access_level: string;
  readonly maximum_timeout: number | null;
  readonly paused: boolean;
  readonly maintenance_note: string | null;
  readonly token_to: Sinks;
};

type LiveRunner = RunnerOwners & {
  readonly id: number;
  readonly description?: string | null;
  readonly paused?: boolean;
  readonly tag_list?: readonly string[];
  readonly run_untagged?: boolean;
  readonly locked?: boolean;
  readonly access_level?: string;
  readonly maximum_timeout?: number | null;
  readonly maintenance_note?: string | null;
  readonly created_by?: { readonly id: number } | null;
  readonly created_at?: string;
};

const RENAMED = { tags: 'tag_list' };

/** Runners of the instance, a group or a project, told apart by their descriptions. */
export const runners = kind<RunnerSpec, LiveRunner>({
  section: 'runners',
  singular: 'runner',
  description: 'Runners, which pick up the jobs of the instance, a group or a project.',
  scopes: ['instance', 'group', 'project'],
  shape: { type: 'map', name: 'description' },
  schema: {
    properties: {
      // Not for its own sake: the detail alone tells a runner of this scope from an inherited one of the same description.
      description: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        'x-detail': true,
        description: 'What tells runners apart.',
      },
      tags: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        maxItems: 50,
        'x-set': true,
        'x-detail': true,
        description: 'It takes the jobs all of whose tags are among these.',
      },
      run_untagged: { type: 'boolean', 'x-detail': true, description: 'Whether it takes jobs that have no tags.' },
      locked: { type: 'boolean', 'x-detail': true, description: 'Other projects cannot take it over.' },
      access_level: {
        enum: ['not_protected', 'ref_protected'],
        'x-detail': true,
        description: 'Whether it takes all jobs, or only those of protected branches and tags.',
      },
      maximum_timeout: {
        type: ['integer', 'null'],
        minimum: 600,
        'x-detail': true,
        description: 'After how many seconds it gives a job up, whatever the project allows.',
      },
      paused: { type: 'boolean', description: 'It takes no jobs.' },
      maintenance_note: {
        type: ['string', 'null'],
        maxLength: 1024,
        'x-detail': true,
        description: 'What whoever runs it wants to be known.',
      },
      token_to: tokenTo('the runner'),
    },
    required: ['token_to'],
  },
  identity: {
    // Nothing makes runners' descriptions unique (POST /user/runners, 18.9).
    names: 'exact',
    key: (spec) => spec.description ?? '',
    normal: ({ maintenance_note: note, ...rest }) => ({
      ...rest,
      ...(note !== undefined && { maintenance_note: textOrNull(note) }),
    }),
  },
  reads: {
    all: (scope) => [runnersOf(scope)],
    batches: runnerBatches,
    // The lists leave out the tags, the owner and most other fields (18.9).
    detail: (live) => ({ path: `/runners/${live.id}` }),
    mayBeInherited: listsInherited,
  },
  decode(live, context) {
    if (isElsewhere(live, context)) return undefined;
    const held = (live.projects?.length ?? 0) > 1 ? 'a runner that several projects share' : undefined;
    return {
      key: live.description ?? '',
      id: live.id,
      spec: {
        description: live.description ?? '',
        tags: live.tag_list,
        run_untagged: live.run_untagged,
        locked: live.locked,
        access_level: live.access_level,
        maximum_timeout: live.maximum_timeout,
        paused: live.paused,
        maintenance_note: live.maintenance_note === undefined ? undefined : textOrNull(live.maintenance_note),
        token_to: undefined,
      },
      ...(held !== undefined && { readOnlyReason: held, held: true as const }),
    };
  },
  calls: {
    shown: { always: ['id', 'runner_type'], created: ['id', 'token'] },
    // POST /user/runners answers id, token and token_expires_at only, and the token is never shown again (18.9).
    create({ key, spec }, context) {
      const { token_to: target, ...rest } = { description: key, ...spec };
      const body = { ...ownerOf(context), ...attributes(rest) };
      return [{ method: 'POST', path: '/user/runners', body, answer: 'partial', ...savesToken(target) }];
    },
    update(live, { names, entry: { spec } }): readonly Call[] {
      const changed = new Set(names);
      // Without tags a runner must take untagged jobs, and the platform wants to hear so in the same call (18.9).
      if (changed.has('tags')) changed.add('run_untagged');
      changed.delete('token_to');
      const body = pick(spec, changed, RENAMED);
      return Object.keys(body).length === 0 ? [] : [{ method: 'PUT', path: `/runners/${live.id}`, body }];
    },
    remove: (live) => [{ method: 'DELETE', path: `/runners/${live.id}`, unlessModified: true }],
  },
  handsOn: handsTokenOn,
  rules: {
    check({ tags, run_untagged: untagged }) {
      if (tags === undefined || tags.length > 0 || untagged !== false) return [];
      const message = 'A runner without tags that takes no untagged jobs takes none, and the platform refuses it';
      return [{ field: 'run_untagged', message, remedy: 'Add `tags`, or set `run_untagged: true`' }];
    },
  },
  history: {
    allowsDuplicateKeys: true,
    events: {
      targets: ['Ci::Runner'],
      made: ['ci_runner_created'],
      removed: ['ci_runner_unregistered'],
      changed: () => [],
    },
    // Absent where whoever made it is gone (GET /runners/:id, 18.9).
    maker: (live) => live.created_by?.id,
    madeAt: ({ created_at: at }) => at,
  },
});

/** What a new runner is made with; a field that is null is as it would be anyway. */
function attributes(spec: Omit<Partial<RunnerSpec>, 'token_to'>): { [name: string]: Value } {
  const body = pick<Omit<RunnerSpec, 'token_to'>>(
    spec,
    ['description', 'tags', 'run_untagged', 'locked', 'access_level', 'maximum_timeout', 'paused', 'maintenance_note'],
    RENAMED,
  );
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function textOrNull(text: string | null): string | null {
  return text === '' ? null : text;
}
