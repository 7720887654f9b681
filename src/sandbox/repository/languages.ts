import { headOf } from './default-branch.ts';
import { openRepository } from '../git/repository.ts';
import { filesOf } from '../git/tree-files.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { State } from '../store/state.ts';

/** Endings of files that count as a programming or markup language; prose and data do not (GET …/languages, 18.9). */
const byEnding: Readonly<Record<string, string>> = {
  ...{ c: 'C', h: 'C', cc: 'C++', cpp: 'C++', hpp: 'C++', cs: 'C#', coffee: 'CoffeeScript', css: 'CSS' },
  ...{ ex: 'Elixir', exs: 'Elixir', go: 'Go', haml: 'Haml', hcl: 'HCL', tf: 'HCL', html: 'HTML', java: 'Java' },
  ...{ js: 'JavaScript', mjs: 'JavaScript', cjs: 'JavaScript', kt: 'Kotlin', lua: 'Lua', php: 'PHP', pl: 'Perl' },
  ...{ ps1: 'PowerShell', py: 'Python', rb: 'Ruby', rs: 'Rust', scala: 'Scala', scss: 'SCSS', sh: 'Shell' },
  ...{ swift: 'Swift', ts: 'TypeScript', tsx: 'TypeScript', vue: 'Vue' },
};

const byName: Readonly<Record<string, string>> = { Dockerfile: 'Dockerfile', Makefile: 'Makefile', Rakefile: 'Ruby' };

/** The share of each language in the default branch, in per cent of the bytes; the largest comes first. */
export function languagesOf(state: State, project: ProjectRow): ReadonlyMap<string, number> {
  const repository = openRepository(state, project.id);
  const sizes = new Map<string, number>();
  const tree = repository.commit(headOf(state, project) ?? '')?.tree;
  for (const [path, file] of filesOf(repository, tree)) {
    const name = path.split('/').at(-1) ?? '';
    const language = byName[name] ?? byEnding[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
    const size = repository.blob(file.sha)?.length ?? 0;
    if (language !== undefined && size > 0) sizes.set(language, (sizes.get(language) ?? 0) + size);
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const sorted = [...sizes].toSorted((a, b) => b[1] - a[1]);
  return new Map(sorted.map(([language, size]) => [language, Math.round((size / total) * 10_000) / 100]));
}
