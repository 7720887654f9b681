import { describe, expect, test } from 'vitest';
import type { Change, Outcome } from '../../src/model.ts';
import { outcomeJson } from '../../src/report/outcome-json.ts';
import { outcomeText } from '../../src/report/outcome-text.ts';
import { colourPaint, plainPaint } from '../../src/report/paint.ts';
import { change, samplePlan } from './sample-plan.ts';

const paint = plainPaint;
const done = (one: Change): Outcome => ({ change: one, status: 'done' });

const failed: Outcome = {
  change: change({
    address: 'group[platform]/hook[ci]',
    action: 'create',
    place: { file: 'config/platform.yaml', line: 21, column: 7, text: '      ci: { token: hunter2 }' },
  }),
  status: 'failed',
  failure: {
    code: 'refused',
    message: 'the platform refused it',
    call: { method: 'POST', path: '/groups/platform/hooks' },
    status: 422,
    words: 'Url is blocked: Requests to the local network are not allowed',
    remedy: 'Allow the host in outbound_local_requests_whitelist, or use another URL',
  },
};

const unreachable: Outcome = {
  change: change({ address: 'instance/settings', action: 'update' }),
  status: 'failed',
  failure: { code: 'unreachable', message: 'no connection could be made' },
};

const left: Outcome = {
  change: change({ address: 'group[platform]/integration[slack]', action: 'update' }),
  status: 'not-attempted',
  because: 'it needs group[platform]/hook[ci], which failed',
};

describe('what became of a plan', () => {
  test('where all went well', () => {
    expect(outcomeText(samplePlan.changes.map(done), { paint })).toMatchInlineSnapshot(`
      "Done
        ~ instance/settings
        + instance/member_role[security-reviewer]
      -/+ group[platform]/saml_link[platform-developers]
        ~ group[platform]/hook[ci]
        ~ group[platform]/member[carol]
        ~ group[platform]/runner[platform-build]
        - group[platform]/member[mallory]

      Applied: 1 created, 4 updated, 1 replaced, 1 deleted
      "
    `);
  });

  test('where something failed', () => {
    const outcomes = [...samplePlan.changes.slice(0, 1).map(done), failed, unreachable, left];
    expect(outcomeText(outcomes, { paint })).toMatchInlineSnapshot(`
      "Done
        ~ instance/settings

      Failed
        + group[platform]/hook[ci]: the platform refused it  (config/platform.yaml:21:7)
            POST /groups/platform/hooks answered 422
            GitLab says: Url is blocked: Requests to the local network are not allowed
            = help: Allow the host in outbound_local_requests_whitelist, or use another URL
        ~ instance/settings: no connection could be made

      Not attempted
        ~ group[platform]/integration[slack]: it needs group[platform]/hook[ci], which failed

      Applied in part: 0 created, 1 updated, 0 replaced, 0 deleted; 2 changes failed, 1 not attempted
      "
    `);
  });

  test('with an accent of colour', () => {
    expect(outcomeText([failed, left], { paint: colourPaint })).toMatchInlineSnapshot(`
      "[1mFailed[22m
      [32m  +[39m group[platform]/hook[ci]: [1m[31mthe platform refused it[39m[22m  [2m(config/platform.yaml:21:7)[22m
            POST /groups/platform/hooks answered 422
            GitLab says: Url is blocked: Requests to the local network are not allowed
            = help: Allow the host in outbound_local_requests_whitelist, or use another URL

      [1mNot attempted[22m
      [33m  ~[39m group[platform]/integration[slack]: it needs group[platform]/hook[ci], which failed

      [1mNothing was applied: 1 change failed, 1 not attempted[22m
      "
    `);
  });

  test('where there was nothing', () => {
    expect(outcomeText([], { paint })).toBe('Nothing was to be done.\n');
  });

  test('as JSON, without the lines of the files', () => {
    const text = outcomeJson(samplePlan.target, [...samplePlan.changes.slice(0, 1).map(done), failed, left]);
    expect(text).not.toContain('hunter2');
    expect(text).toMatchInlineSnapshot(`
      "{
        "format": "keelson/outcome@1",
        "target": {
          "url": "https://gitlab.example.com",
          "version": "18.9.2-ee"
        },
        "summary": {
          "created": 0,
          "updated": 1,
          "replaced": 0,
          "deleted": 0,
          "failed": 1,
          "stale": 0,
          "not_attempted": 1
        },
        "outcomes": [
          {
            "address": "instance/settings",
            "action": "update",
            "status": "done",
            "place": {
              "file": "config/instance.yaml",
              "line": 4,
              "column": 3
            }
          },
          {
            "address": "group[platform]/hook[ci]",
            "action": "create",
            "status": "failed",
            "failure": {
              "code": "refused",
              "message": "the platform refused it",
              "call": {
                "method": "POST",
                "path": "/groups/platform/hooks"
              },
              "status": 422,
              "words": "Url is blocked: Requests to the local network are not allowed",
              "remedy": "Allow the host in outbound_local_requests_whitelist, or use another URL"
            },
            "place": {
              "file": "config/platform.yaml",
              "line": 21,
              "column": 7
            }
          },
          {
            "address": "group[platform]/integration[slack]",
            "action": "update",
            "status": "not-attempted",
            "because": "it needs group[platform]/hook[ci], which failed"
          }
        ]
      }
      "
    `);
  });
});
