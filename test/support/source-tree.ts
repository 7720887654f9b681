import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** One file of the program: its path below src, its text, and what it imports. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

/** What a file imports: a file of ours by its path below src, or a package by its name. */
export interface Import {
  readonly target: string;
  readonly ours: boolean;
  /** Nothing of it is left when the program runs. */
  readonly typesAlone: boolean;
}

const src = new URL('../../src/', import.meta.url).pathname;

/** Every file under src. */
export function sourceTree(): readonly SourceFile[] {
  return filesBelow(src);
}

/** Every file of the acceptance suite. */
export function acceptanceFiles(): readonly SourceFile[] {
  return filesBelow(new URL('../acceptance/', import.meta.url).pathname);
}

function filesBelow(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return { path, text, tree, imports: importsOf(path, tree) };
    });
}

/** The nodes of a file for which a test holds, as `path:line`. */
export function nodesWith({ path, tree }: SourceFile, test: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (test(node)) found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`);
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}

function importsOf(path: string, tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typesAlone: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const ours = specifier.text.startsWith('.');
    found.push({ target: ours ? join(dirname(path), specifier.text) : specifier.text, ours, typesAlone });
  };
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, bringsTypesAlone(node));
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}

function bringsTypesAlone({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = importClause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}
