import { scopePath } from '../address.ts';
import { kind, pick, type CallContext, type Fault, type PropertySchema } from '../kind.ts';
import type { Json, LiveObject } from '../model.ts';
import { flag, text } from './live-value.ts';
import { comesFromAbove, isMadeAlong } from './new-project.ts';
import { re2Fault } from './re2-pattern.ts';

const FLAGS = {
  deny_delete_tag: 'Nobody deletes a tag by a push',
  member_check: 'The author of each commit has to be a user, by e-mail',
  prevent_secrets: 'No file that is likely to hold a secret, such as id_rsa, is taken',
  commit_committer_check: 'The committer of each commit has to be who pushes, by a verified e-mail',
  commit_committer_name_check: 'The author of each commit has to bear the name of who pushes',
  reject_unsigned_commits: 'Each commit has to be signed',
  reject_non_dco_commits: 'Each commit has to be certified with the DCO, by a line `Signed-off-by`',
} as const;

/** With the longest that each may be (PUT …/push_rule, 18.9). */
const PATTERNS = {
  commit_message_regex: [511, 'A pattern (RE2) that each commit message has to match'],
  commit_message_negative_regex: [2047, 'A pattern (RE2) that no commit message may match'],
  branch_name_regex: [511, 'A pattern (RE2) that the name of each new branch has to match, the default branch aside'],
  author_email_regex: [511, 'A pattern (RE2) that the e-mail of each author has to match'],
  file_name_regex: [511, 'A pattern (RE2) that the path of no file may match'],
} as const;

type FlagName = keyof typeof FLAGS;
type PatternName = keyof typeof PATTERNS;
type FieldName = FlagName | PatternName | 'max_file_size';

export type PushRuleSpec = { readonly [Name in FlagName]: boolean } & {
  readonly [Name in PatternName]: string | null;
} & { readonly max_file_size: number };

const FLAG_NAMES = Object.keys(FLAGS) as FlagName[];
const PATTERN_NAMES = Object.keys(PATTERNS) as PatternName[];
const NAMES: readonly FieldName[] = [...PATTERN_NAMES, ...FLAG_NAMES, 'max_file_size'];

/** The push rule of a group or a project: one set of attributes, or none. A group's is copied by the projects that are made in it later. */
export const pushRules = kind<PushRuleSpec, LiveObject>({
  section: 'push_rules',
  singular: 'push_rule',
  description:
    'What a push has to be like. A project has its own; that of a group is copied by each project that is made in it from then on.',
  scopes: ['group', 'project'],
  tier: 'premium',
  shape: { type: 'single' },
  schema: {
    properties: {
      ...each(PATTERN_NAMES, (name): PropertySchema => {
        const [maxLength, description] = PATTERNS[name];
        return { type: ['string', 'null'], maxLength, description };
      }),
      ...each(FLAG_NAMES, (name): PropertySchema => ({ type: 'boolean', description: FLAGS[name] })),
      max_file_size: {
        type: 'integer',
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'How many megabytes a file may have; 0 for no limit',
      },
    },
    // A rule that says nothing is refused (POST …/push_rule, 18.9).
    anyOf: NAMES.map((name) => ({ required: [name] })),
  },
  identity: {
    names: 'exact',
    key: () => '',
    // An empty pattern is shown as it was sent, and matches as none does (PUT …/push_rule, 18.9).
    normal: (spec) => ({
      ...spec,
      ...Object.fromEntries(PATTERN_NAMES.filter((name) => spec[name] === '').map((name) => [name, null])),
    }),
  },
  reads: {
    // None is null for a project, and 404 for a group: as it is for whoever may not see it, whose POST is 404 as well (18.9).
    all: (scope) => [{ path: `${scopePath(scope)}/push_rule`, mayBeMissing: true, mayBeNull: true }],
  },
  decode: (live) => ({
    key: '',
    spec: {
      ...each(PATTERN_NAMES, (name) => text(live[name])),
      // Some are null where they are off (PUT …/push_rule, 18.9).
      ...each(FLAG_NAMES, (name) => (live[name] === null ? false : flag(live[name]))),
      max_file_size: size(live['max_file_size']),
    },
  }),
  calls: {
    shown: { always: ['id', 'commit_message_regex'] },
    create({ spec }, context) {
      const to = { path: `${context.at}/push_rule`, body: pick<PushRuleSpec>(spec, NAMES) } as const;
      // Another one is 422 (POST …/push_rule, 18.9).
      return mayHaveCome(context)
        ? [
            { ...to, method: 'PUT', mayBeMissing: true, does: 'set' },
            { ...to, method: 'POST', ifMissing: true, does: 'made' },
          ]
        : [{ ...to, method: 'POST' }];
    },
    update: (_live, { names, entry }, { at }) => [
      { method: 'PUT', path: `${at}/push_rule`, body: pick<PushRuleSpec>(entry.spec, names) },
    ],
    // A project's goes whatever became of it meanwhile (DELETE /projects/:id/push_rule, 18.9).
    remove: (_live, { at, scope }) => [
      { method: 'DELETE', path: `${at}/push_rule`, ...(scope.type === 'group' && { unlessModified: true }) },
    ],
    comes(_key, context) {
      if (!mayHaveCome(context)) return undefined;
      return {
        key: '',
        because: comesFromAbove(context),
        remove: { method: 'DELETE', path: `${context.at}/push_rule` },
      };
    },
  },
  rules: {
    check: (spec) => PATTERN_NAMES.flatMap((name) => patternFault(name, spec[name])),
  },
  history: {
    events: {
      targets: ['PushRule'],
      // A new one leaves the events of its fields, and its removal none (18.9).
      made: [],
      removed: [],
      changed: eventsOf,
      // There is one in a group or project, and these events are of nothing else.
      mentions: () => true,
    },
  },
});

/**
 * A new project has a copy of what the nearest group above has, or the instance, which no endpoint shows (POST /projects, 18.9). Of a new group
 * it is a guess: by GitLab's source some versions copy it to that, and others do not.
 */
function mayHaveCome(context: CallContext): boolean {
  return context.instance.enterprise && isMadeAlong(context);
}

function each<Name extends string, Result>(names: readonly Name[], make: (name: Name) => Result): Record<Name, Result> {
  // Every name is given a value.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Result>;
}

function size(value: Json | undefined): number | undefined {
  return value === null ? 0 : typeof value === 'number' ? value : undefined;
}

function patternFault(field: PatternName, pattern: string | null | undefined): readonly Fault[] {
  const fault = re2Fault(pattern ?? '');
  if (fault === undefined) return [];
  return [{ field, message: `${field} is no pattern to GitLab: ${fault}`, remedy: 'Write a pattern of RE2' }];
}

/** The log of a project knows one of the fields alone (GET /projects/:id/audit_events, 18.9). */
function eventsOf(field: string): readonly string[] {
  if (field === 'commit_committer_name_check') return [];
  const ofGroup = `group_push_rules_${field === 'deny_delete_tag' || field === 'member_check' ? 'reject_' : ''}${field}_updated`;
  return field === 'commit_committer_check'
    ? [ofGroup, 'project_push_rules_commit_committer_check_updated']
    : [ofGroup];
}
