// The types of what others may import: the declarations of one file, and of all files that its types come from.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './sources.mjs';

const compilerOptions = {
  declaration: true,
  isolatedDeclarations: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
};

/** Writes the declarations of a source file into a folder, in which its own folder is the top. Throws where a type is not written out. */
export function writeDeclarations(source, folder) {
  const first = resolve(fileURLToPath(root), source);
  const top = dirname(first);
  const waiting = [first];
  const seen = new Set(waiting);
  for (const path of waiting) {
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(path, 'utf8'), {
      fileName: path,
      compilerOptions,
      reportDiagnostics: true,
    });
    const [problem] = diagnostics;
    if (problem !== undefined)
      throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
    const text = outputText.replaceAll(/(from ')(\.[^']+)\.ts(';)/g, (_all, before, target, after) => {
      const next = resolve(dirname(path), `${target}.ts`);
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
      return `${before}${target}.js${after}`;
    });
    const target = join(folder, relative(top, path).replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
