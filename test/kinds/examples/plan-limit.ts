import type { KindExample } from './example.ts';

export const example: KindExample = {
  scope: 'instance',
  section: 'plan_limits',
  before: {
    default: { ci_pipeline_size: 500, ci_active_jobs: 200, npm_max_file_size: 1_048_576, dotenv_variables: 40 },
    premium: { ci_pipeline_size: 1000 },
  },
  after: {
    default: { ci_pipeline_size: 500, ci_active_jobs: 200, npm_max_file_size: 2_097_152, dotenv_variables: 40 },
    premium: { ci_pipeline_size: 1000 },
  },
  changes: 1,
  action: 'update',
};
