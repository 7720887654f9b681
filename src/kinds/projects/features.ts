import type { PropertySchema } from '../../kind.ts';

/** What GitLab sets anew with something else (PUT /projects/:id, 18.9). */
const RESET: { readonly [name: string]: readonly string[] } = {
  pages: ['visibility'],
  builds: ['repository_access_level'],
  merge_requests: ['repository_access_level'],
};

/** The parts of a project that can be switched off, each with what it is. */
const FEATURES = {
  issues: 'issues',
  repository: 'the repository, and at most as much of merge requests and pipelines',
  merge_requests: 'merge requests',
  forking: 'forks',
  wiki: 'the wiki',
  builds: 'pipelines and jobs',
  snippets: 'snippets',
  pages: 'GitLab Pages',
  analytics: 'analytics',
  container_registry: 'the container registry',
  security_and_compliance: 'security and compliance',
  releases: 'releases',
  environments: 'environments and deployments',
  feature_flags: 'feature flags',
  infrastructure: 'clusters and Terraform states',
  monitor: 'monitoring',
  model_experiments: 'experiments of machine learning',
  model_registry: 'the registry of models',
  package_registry: 'the package registry',
  requirements: 'requirements',
} as const;

type FeatureName = `${keyof typeof FEATURES}_access_level`;

/** Those that may be for everybody though the project is not (PUT /projects/:id, 18.9). */
const OPEN: ReadonlySet<string> = new Set(['pages', 'package_registry']);

/** The parts of a project that somebody reads: whoever forks it has read it before. */
export const READABLE: ReadonlySet<string> = new Set([
  ...Object.keys(FEATURES).flatMap((name) => (name === 'forking' ? [] : [`${name}_access_level`])),
  'public_jobs',
]);

/** The access levels of the features. */
export const features = Object.fromEntries(
  Object.entries(FEATURES).map(([name, what]): [string, PropertySchema] => [
    `${name}_access_level`,
    {
      enum: ['disabled', 'private', 'enabled', ...(OPEN.has(name) ? ['public'] : [])],
      ...(RESET[name] && { 'x-reset-by': RESET[name] }),
      description: `Who has ${what}: ${OPEN.has(name) ? 'nobody, members, all who see the project, or everybody' : 'nobody, members, or all who see the project'}.`,
    },
  ]),
  // Every name is given a schema.
) as { readonly [Name in FeatureName]: PropertySchema };
