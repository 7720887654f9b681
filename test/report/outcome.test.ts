import { describe, expect, test } from 'vitest';
import type { Call, Change } from '../../src/model.ts';
import type { Outcome } from '../../src/outcome.ts';
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
    serverMessage: 'Url is blocked: Requests to the local network are not allowed',
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

  test('where the second of two calls was refused, what was done is said, and never that nothing was', () => {
    const calls: readonly Call[] = [
      { method: 'PUT', path: '/groups/3', body: { path: 'x' }, does: 'renamed' },
      { method: 'POST', path: '/groups/3/transfer', does: 'moved' },
      { method: 'PUT', path: '/groups/3', body: { description: 'x' } },
    ];
    const moved = change({ address: 'group[a/b]', action: 'update', calls });
    const failure = { code: 'refused', message: 'GitLab refuses it', call: calls[1], status: 400 } as const;
    const outcome: Outcome = { change: moved, status: 'failed', failure, sent: calls.slice(0, 1) };
    expect(outcomeText([outcome], { paint })).toMatchInlineSnapshot(`
      "Failed
        ~ group[a/b]: GitLab refuses it
            done of it: renamed; not done: moved, PUT /groups/3 (description)
            POST /groups/3/transfer answered 400

      Applied in part: 0 created, 0 updated, 0 replaced, 0 deleted; 1 change failed (1 done in part), 0 not attempted
      "
    `);
    expect(JSON.parse(outcomeJson(samplePlan.target, [outcome]))).toMatchObject({
      outcomes: [{ status: 'failed', sent: [{ method: 'PUT', path: '/groups/3' }] }],
    });
  });

  test('what was made and is removed again, while what got its secret has that still, is said to be done nowhere', () => {
    const calls: readonly Call[] = [
      { method: 'POST', path: '/groups/3/access_tokens', does: 'made' },
      { method: 'PUT', path: '/groups/4/variables/A', does: 'brought to A' },
      { method: 'PUT', path: '/groups/4/variables/B', does: 'brought to B' },
      { method: 'DELETE', path: '/groups/3/access_tokens/2', does: 'the old one removed' },
    ];
    const failure = { code: 'refused', message: 'what was made (id 7) was removed again', call: calls[2] } as const;
    const outcome: Outcome = {
      change: change({ address: 'group[a]/access_token[bot]', action: 'replace', calls }),
      status: 'failed',
      failure,
      sent: calls.slice(1, 2),
    };
    expect(outcomeText([outcome], { paint })).toContain(
      'done of it: brought to A; not done: made, brought to B, the old one removed\n',
    );
  });

  test('where a lost answer may have done it, nobody says that nothing was applied', () => {
    const lost: Outcome = {
      change: change({ address: 'instance/settings', action: 'update' }),
      status: 'failed',
      failure: { code: 'unknown-outcome', message: 'the answer was lost' },
    };
    expect(outcomeText([lost, left], { paint })).toContain('Nothing is known to have been applied: 1 change failed');
  });

  test('where all was so already, nothing is counted as done by this run', () => {
    const outcomes = samplePlan.changes.slice(0, 2).map((one): Outcome => ({ ...done(one), already: true }) as Outcome);
    expect(outcomeText(outcomes, { paint })).toMatchInlineSnapshot(`
      "Done
        ~ instance/settings: was so already
        + instance/member_role[security-reviewer]: was so already

      Applied: 0 created, 0 updated, 0 replaced, 0 deleted; 2 were so already
      "
    `);
    expect(outcomeText([...outcomes, failed], { paint })).toContain(
      'Nothing was applied: 1 change failed, 0 not attempted; 2 were so already',
    );
    expect(JSON.parse(outcomeJson(samplePlan.target, outcomes))).toMatchObject({
      summary: { created: 0, updated: 0, already: 2 },
      outcomes: [{ already: true }, { already: true }],
    });
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
          "already": 0,
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
              "serverMessage": "Url is blocked: Requests to the local network are not allowed",
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
