import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Diagnostic } from '../../../src/base/diagnostic.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { isJunit, junit } from '../../../src/report/pipeline/junit.ts';
import { change, plan, samplePlan } from '../sample-plan.ts';
import { endedRun } from './ended-run.ts';

const schema = readFileSync(new URL('./junit.xsd', import.meta.url), 'utf8');

/** What libxml2, with which GitLab reads reports, has against a text. */
async function against(text: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'report.xml', contents: text },
    schema: { fileName: 'junit.xsd', contents: schema },
  });
  return errors.map(({ message }) => message);
}

const refusal: Diagnostic = {
  severity: 'warning',
  code: 'guard-mass-removal',
  message: 'this plan would remove 9 of 10 members of group "platform"',
  remedy: 'look at the plan again; to apply it all the same, give --allow-mass-removal',
};

const failed: Outcome = {
  change: change({ address: 'group[a]/hook[ci]', action: 'create' }),
  status: 'failed',
  failure: {
    code: 'refused',
    message: 'GitLab refuses it',
    call: { method: 'POST', path: '/groups/a/hooks' },
    status: 422,
    serverMessage: 'Url is "blocked" & <gone>',
  },
};

const waiting: Outcome = {
  change: change({ address: 'group[a]/member[bob]', action: 'delete' }),
  status: 'not-attempted',
  because: 'the run was stopped',
};

describe('a run as tests', () => {
  test('every change of a plan passes', async () => {
    const text = junit(endedRun({ plan: samplePlan }));
    expect(text).toContain('<testsuite name="keelson plan" tests="7" failures="0" errors="0" skipped="0">');
    expect(text).toContain(
      '<testcase classname="group[platform]" name="delete member[mallory]" file="config/platform.yaml"/>',
    );
    expect(await against(text)).toEqual([]);
  });

  test('what a guard refuses has failed, though the plan was made', () => {
    const text = junit(endedRun({ plan: samplePlan, diagnostics: [refusal] }));
    expect(text).toContain('tests="8" failures="1"');
    expect(text).toContain('classname="guard-mass-removal"');
    expect(text).toContain('give --allow-mass-removal');
  });

  test('a warning is no failure', () => {
    expect(junit(endedRun({ plan: plan({ diagnostics: samplePlan.diagnostics }) }))).toContain(
      'tests="1" failures="0"',
    );
  });

  test('an apply tells of each change what became of it', async () => {
    const done: Outcome = { change: change({ address: 'group[a]', action: 'update' }), status: 'done' };
    const stale: Outcome = {
      change: change({ address: 'group[b]', action: 'update' }),
      status: 'stale',
      overtaken: { code: 'gone' },
    };
    const text = junit(
      endedRun({ command: 'apply', plan: samplePlan, outcomes: [done, failed, stale, waiting], isDone: false }),
    );
    expect(text).toContain('tests="4" failures="2" errors="0" skipped="1"');
    expect(text).toContain('<testcase classname="group[a]" name="update group[a]"/>');
    expect(text).toContain('GitLab says: Url is &quot;blocked&quot; &amp; &lt;gone&gt;');
    expect(text).toContain('<skipped message="the run was stopped"/>');
    expect(await against(text)).toEqual([]);
  });

  test('where an apply never began, nothing has passed: each change is skipped, with why', () => {
    const error: Diagnostic = { severity: 'error', code: 'not-approved', message: 'nobody can be asked' };
    const text = junit(endedRun({ command: 'apply', plan: samplePlan, diagnostics: [error], isDone: false }));
    expect(text).toContain('tests="8" failures="1" errors="0" skipped="7"');
    expect(text.match(/<skipped message="nothing was applied: nobody can be asked"\/>/g)).toHaveLength(7);
    const declined = junit(endedRun({ command: 'apply', plan: samplePlan, isDone: false }));
    expect(declined).toContain('tests="8" failures="1" errors="0" skipped="7"');
    expect(declined).toContain('<skipped message="nothing was applied"/>');
  });

  test('what of a failed change is done stands there, and what GitLab accepted no part of is skipped', async () => {
    const remove = { method: 'DELETE', path: '/groups/a/hooks/7', does: 'DELETE /groups/a/hooks/7' } as const;
    const replaced: Outcome = {
      ...failed,
      change: change({ address: 'group[a]/hook[ci]', action: 'replace', calls: [remove] }),
      sent: [remove],
    };
    const dropped: Outcome = {
      change: change({ address: 'group[a]', action: 'update', fields: [{ path: 'file_template', from: 1, to: 2 }] }),
      status: 'done',
      unshown: ['file_template'],
    };
    const text = junit(endedRun({ command: 'apply', outcomes: [replaced, dropped], isDone: false }));
    expect(text).toContain('done of it: DELETE /groups/a/hooks/7');
    expect(text).toContain('<skipped message="GitLab took the call, and its answer does not show file_template');
    expect(await against(text)).toEqual([]);
  });

  test('what differs behind the repository, and what nobody declared, has failed', () => {
    const text = junit(
      endedRun({
        command: 'drift',
        plan: plan({
          changes: samplePlan.changes.slice(0, 1),
          unmanaged: [{ section: 'group[a]/members', count: 1, entries: [{ address: 'group[a]/member[eve]' }] }],
        }),
      }),
    );
    expect(text).toContain('tests="2" failures="2"');
    expect(text).toContain('message="differs: signup_enabled, default_project_visibility"');
    expect(text).toContain(
      'classname="group[a]" name="member[eve]"><failure message="is there, and nobody has declared it"',
    );
  });

  test('a run that ended without a word has failed, and one that found nothing has passed', () => {
    expect(junit(endedRun({ command: 'apply', isDone: false }))).toContain('message="it ended before all was done"');
    expect(junit(endedRun({ command: 'validate' }))).toContain('name="the configuration is valid"/>');
  });

  test('whatever names and messages are made of, a reader of XML takes it', async () => {
    const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const hooks = all.map((name) => change({ address: `group[a]/hook[${name}]`, action: 'create' }));
        const said = all.map((message): Diagnostic => ({ severity: 'error', code: 'invalid', message }));
        const text = junit(endedRun({ plan: plan({ changes: hooks }), diagnostics: said }));
        expect(await against(text)).toEqual([]);
        expect(isJunit(text)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });
});
