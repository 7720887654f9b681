import type { KindExample } from './example.ts';

const TOKEN = { env: 'KEELSON_TEST_SECRET' };

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'hooks',
    // Those of projects are Free.
    before: {
      ci: {
        url: 'https://ci.example.com/hook',
        description: 'Starts builds',
        token: TOKEN,
        push_events: true,
        push_events_branch_filter: 'release/*',
        branch_filter_strategy: 'wildcard',
        tag_push_events: true,
        merge_requests_events: true,
        subgroup_events: true,
        member_events: true,
        enable_ssl_verification: true,
        custom_headers: { 'X-Team': TOKEN },
      },
      chat: { url: 'https://chat.example.com/in', issues_events: true },
    },
    after: {
      ci: {
        url: 'https://ci.example.com/hook',
        description: 'Starts builds',
        token: TOKEN,
        push_events: false,
        push_events_branch_filter: null,
        branch_filter_strategy: 'all_branches',
        tag_push_events: true,
        merge_requests_events: true,
        subgroup_events: true,
        member_events: true,
        enable_ssl_verification: true,
        custom_headers: { 'X-Unit': TOKEN },
      },
      chat: { url: 'https://chat.example.com/in', issues_events: true },
    },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'project',
    section: 'hooks',
    before: {
      deploy: {
        url: 'https://deploy.example.com/{path}/start',
        token: TOKEN,
        deployment_events: true,
        releases_events: true,
        custom_webhook_template: '{"event": "{{object_kind}}"}',
        url_variables: { path: TOKEN },
        custom_headers: { Authorization: TOKEN },
      },
    },
    after: {
      deploy: {
        url: 'https://deploy.example.com/v2/{path}/start',
        token: TOKEN,
        deployment_events: true,
        releases_events: true,
        custom_webhook_template: '{"event": "{{object_kind}}"}',
        url_variables: { path: TOKEN },
        custom_headers: { Authorization: TOKEN },
      },
    },
    changes: 1,
    action: 'update',
  },
];
