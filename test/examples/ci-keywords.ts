import { Ajv } from 'ajv';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const count = { type: 'integer', minimum: 1 } as const;
const texts = { type: 'array', items: text } as const;
const variables = { type: 'object', additionalProperties: { type: ['string', 'number'] } } as const;
const exactly = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const when = { enum: ['on_success', 'on_failure', 'never', 'always', 'manual', 'delayed'] } as const;
const cache = exactly(
  {
    key: { anyOf: [text, exactly({ files: texts, prefix: text })] },
    paths: texts,
    untracked: flag,
    unprotect: flag,
    when: { enum: ['on_success', 'on_failure', 'always'] },
    policy: { enum: ['pull', 'push', 'pull-push'] },
    fallback_keys: texts,
  },
  ['paths'],
);
const artifacts = exactly({
  paths: texts,
  exclude: texts,
  expire_in: { type: 'string', pattern: '^(never|[0-9]+ (hours?|days?|weeks?|months?|years?))$' },
  expose_as: text,
  name: text,
  public: flag,
  access: { enum: ['all', 'developer', 'maintainer', 'none'] },
  reports: { type: 'object' },
  untracked: flag,
  when: { enum: ['on_success', 'on_failure', 'always'] },
});
const rules = {
  type: 'array',
  items: exactly({
    if: text,
    changes: {},
    exists: {},
    allow_failure: {},
    interruptible: flag,
    needs: {},
    variables,
    when,
  }),
};
/** What may stand in a job, and as far as the examples use it, of what shape it is. */
const inJobs = {
  after_script: texts,
  allow_failure: {},
  artifacts,
  before_script: texts,
  cache,
  coverage: text,
  dependencies: texts,
  environment: {},
  extends: {},
  hooks: {},
  id_tokens: {},
  identity: {},
  image: {},
  inherit: {},
  inputs: {},
  interruptible: flag,
  manual_confirmation: text,
  needs: {},
  pages: {},
  parallel: { type: 'integer', minimum: 1, maximum: 200 },
  release: {},
  resource_group: text,
  retry: {},
  rules,
  run: {},
  script: texts,
  secrets: {},
  services: { type: 'array' },
  stage: text,
  start_in: text,
  tags: texts,
  timeout: text,
  trigger: {},
  variables,
  when,
};
const ofAll = ['after_script', 'artifacts', 'before_script', 'cache', 'hooks', 'id_tokens', 'image', 'interruptible'];
const ofAllJobs = [...ofAll, 'retry', 'services', 'tags', 'timeout'];

/** The keywords of a `.gitlab-ci.yml`, and what may stand behind them (GitLab's CI/CD YAML syntax reference, 18.9). */
export const fitsKeywords = new Ajv({ strict: false, allErrors: true }).compile({
  type: 'object',
  properties: {
    default: exactly(Object.fromEntries(Object.entries(inJobs).filter(([name]) => ofAllJobs.includes(name)))),
    include: {},
    stages: texts,
    variables,
    workflow: exactly({ name: text, rules, auto_cancel: {} }),
  },
  additionalProperties: exactly(inJobs, ['script']),
});

/** The parts of a Job of Kubernetes that the example has: what it misspells would be refused there (batch/v1, 1.33). */
export const fitsKubernetes = new Ajv({ strict: false, allErrors: true }).compile(
  exactly({
    apiVersion: { const: 'batch/v1' },
    kind: { const: 'Job' },
    metadata: exactly({ name: text, generateName: text }),
    spec: exactly({
      completionMode: { enum: ['NonIndexed', 'Indexed'] },
      completions: count,
      parallelism: count,
      backoffLimitPerIndex: count,
      maxFailedIndexes: count,
      template: exactly({
        spec: exactly({
          restartPolicy: { enum: ['Never', 'OnFailure'] },
          securityContext: exactly({ runAsNonRoot: flag, runAsUser: count, fsGroup: count }),
          containers: {
            type: 'array',
            items: exactly({
              name: text,
              image: text,
              workingDir: text,
              command: texts,
              args: texts,
              envFrom: { type: 'array', items: exactly({ secretRef: exactly({ name: text }) }) },
              env: {
                type: 'array',
                items: exactly({
                  name: text,
                  value: text,
                  valueFrom: exactly({ fieldRef: exactly({ fieldPath: text }, ['fieldPath']) }),
                }),
              },
              volumeMounts: {
                type: 'array',
                items: exactly({ name: text, mountPath: text, readOnly: flag, subPathExpr: text }),
              },
            }),
          },
          volumes: {
            type: 'array',
            items: exactly({
              name: text,
              configMap: exactly({ name: text }),
              persistentVolumeClaim: exactly({ claimName: text }),
            }),
          },
        }),
      }),
    }),
  }),
);
