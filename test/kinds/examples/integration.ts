import type { KindExample } from './example.ts';

const SECRET = { env: 'KEELSON_TEST_SECRET' };

const jira = {
  url: 'https://jira.example.com',
  username: 'bot',
  password: SECRET,
  jira_auth_type: 0,
  jira_issue_prefix: 'API',
  jira_issue_transition_id: '31,41',
  project_keys: ['API', 'WEB'],
  comment_on_event_enabled: true,
  commit_events: true,
  merge_requests_events: false,
};

const slack = {
  webhook: SECRET,
  username: 'gitlab',
  push_channel: '#platform',
  push_events: true,
  issues_events: false,
  notify_only_broken_pipelines: true,
  branches_to_be_notified: 'default',
};

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'integrations',
    // Groups have an integrations API since 17.9.
    since: '17.9',
    before: { slack, 'external-wiki': { external_wiki_url: 'https://wiki.example.com' } },
    after: {
      slack: { ...slack, push_channel: '#builds', issues_events: true },
      'external-wiki': { external_wiki_url: 'https://wiki.example.com' },
    },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'project',
    section: 'integrations',
    before: { jira },
    after: { jira: { ...jira, url: 'https://tracker.example.com', project_keys: ['API'] } },
    changes: 1,
    action: 'update',
  },
];
