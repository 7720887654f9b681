import { scopeAddress, sectionAddress } from '../address.ts';
import { glob } from '../base/glob.ts';
import { writeConfig } from '../config/write.ts';
import { exportable } from '../engine/exportable.ts';
import { kindOf, kindsByName } from '../engine/kinds.ts';
import { observe } from '../engine/observe/observe.ts';
import { everything } from '../engine/survey.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Scope } from '../model.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { ConnectionOptions } from './options.ts';
import { withConnection } from './session.ts';

export interface ExportOptions extends ConnectionOptions {
  readonly target: readonly string[];
}

/** Prints the live instance as a configuration that plans to nothing. */
export async function exportCommand(options: ExportOptions): Promise<ExitStatus> {
  return withConnection(options, async ({ client, instance }, terminal) => {
    const kinds = kindsByName(allKinds);
    const desired = await everything(kinds, client, instance, scopeFilter(options.target));
    const { world, diagnostics } = await observe(desired, kinds, client, instance);
    const parts = desired.sections.map(({ scope, name }) =>
      exportable(scope, kindOf(kinds, name), world.sections.get(sectionAddress(scope, name)) ?? []),
    );
    const sections = parts.map(({ section }) => section).filter(({ entries }) => entries.length > 0);
    terminal.progress.end();
    terminal.result(writeConfig(sections, allKinds, [`Exported from ${instance.url} (GitLab ${instance.version}).`]));
    // What this instance does not have in a place is not missing from it.
    const unread = diagnostics.filter(({ code }) => code !== 'not-offered');
    terminal.diagnose(unread.map((diagnostic) => ({ ...diagnostic, severity: 'warning', place: undefined })));
    const left = parts.flatMap(({ section, left: entries }) =>
      entries.map(({ id, key }) => `${sectionAddress(section.scope, section.name)} ${key} (id ${String(id)})`),
    );
    if (left.length > 0) terminal.say(`Left out, since nothing tells them apart: ${left.join(', ')}.`);
    return EXIT.done;
  });
}

function scopeFilter(targets: readonly string[]): (scope: Scope) => boolean {
  const tests = targets.map(glob);
  return (scope) => tests.length === 0 || tests.some((test) => test(scopeAddress(scope)));
}
