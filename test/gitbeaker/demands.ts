import { createRequire } from 'node:module';
import ts from 'typescript';

/** What a type demands of an object: its required fields, each with the kinds of value that it may have. */
export type Demands = Readonly<Record<string, string>>;

const declarations = createRequire(import.meta.url)
  .resolve('@gitbeaker/core')
  .replace(/index\.js$/, 'index.d.ts');

/** Reads the demands of exported types out of the declarations of gitbeaker, with the compiler that checks against them. */
export function demandsOf(names: readonly string[]): Readonly<Record<string, Demands>> {
  const program = ts.createProgram([declarations], {
    skipLibCheck: true,
    strict: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(declarations);
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`no declarations at ${declarations}`);
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
  return Object.fromEntries(
    names.map((name) => {
      const symbol = exported.get(name);
      if (symbol === undefined) throw new Error(`gitbeaker has no type ${name}`);
      const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return [name, demandsOfType(checker, checker.getDeclaredTypeOfSymbol(own))];
    }),
  );
}

function demandsOfType(checker: ts.TypeChecker, type: ts.Type): Demands {
  const required = checker.getPropertiesOfType(type).filter((field) => !(field.flags & ts.SymbolFlags.Optional));
  return Object.fromEntries(
    required.map((field) => [field.name, kindsOf(checker, checker.getTypeOfSymbol(field))] as const).toSorted(byName),
  );
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a.localeCompare(b);
}

/** The kinds of a type as `typeof` tells them, with `array` and `null` apart; `any` where everything goes. */
function kindsOf(checker: ts.TypeChecker, type: ts.Type): string {
  const parts = type.isUnion() ? type.types : [type];
  return [...new Set(parts.map((part) => kindOf(checker, part)))].toSorted().join('|');
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'any';
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return 'null';
  return checker.isArrayType(type) || checker.isTupleType(type) ? 'array' : 'object';
}
