import { posix } from 'node:path'
import ts from 'typescript'
import type { FunctionLike } from './scopes.ts'
import type { SourceFile } from './source-files.ts'

/** Sources with resolved names, also across files. Types are not checked. */
export interface Sources {
  readonly files: readonly ts.SourceFile[]
  /** The declaration of a name, also of an imported one. */
  declarationOf(name: ts.Identifier): ts.Declaration | undefined
  /** The names that a file exports, also those that it re-exports. */
  exportsOf(path: string): readonly string[]
  /** Every call of a function. Undefined if it is used as a value, or if nothing calls it by its name. */
  callsOf(called: FunctionLike): readonly ts.CallExpression[] | undefined
}

/** Reads files together. */
export function readSources(files: readonly SourceFile[]): Sources {
  const program = programOf(files)
  const checker = program.getTypeChecker()
  const trees = files.map(({ path }) => program.getSourceFile(path)).filter((tree) => tree !== undefined)
  const byName = identifiersByName(trees)
  const declarationOf = (name: ts.Identifier) => declarationBehind(checker, name)
  return {
    files: trees,
    declarationOf,
    exportsOf(path) {
      const file = program.getSourceFile(path)
      const module = file && checker.getSymbolAtLocation(file)
      return module ? checker.getExportsOfModule(module).map(({ name }) => name) : []
    },
    callsOf(called) {
      const name = nameOf(called)
      if (!name) return undefined
      const declaration = declarationOf(name)
      const uses = (byName.get(name.text) ?? []).filter(
        (use) => use !== name && isUse(use) && declarationOf(use) === declaration,
      )
      const calls = uses.map(({ parent }) => parent).filter(ts.isCallExpression)
      const isCalled = uses.every((use) => ts.isCallExpression(use.parent) && use.parent.expression === use)
      return isCalled && calls.length > 0 ? calls : undefined
    },
  }
}

function declarationBehind(checker: ts.TypeChecker, name: ts.Identifier): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  const real = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return real?.declarations?.[0]
}

function nameOf(called: FunctionLike): ts.Identifier | undefined {
  if (called.name) return called.name
  const { parent } = called
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined
}

/** False for a name in an import or export, and for a property of something else. */
function isUse({ parent }: ts.Identifier): boolean {
  return !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent)
}

function identifiersByName(trees: readonly ts.SourceFile[]): Map<string, ts.Identifier[]> {
  const names = new Map<string, ts.Identifier[]>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const known = names.get(node.text)
      if (known) known.push(node)
      else names.set(node.text, [node])
    }
    ts.forEachChild(node, visit)
  }
  trees.forEach(visit)
  return names
}

/** A TypeScript program of only these files: without the standard library and without packages. */
function programOf(files: readonly SourceFile[]): ts.Program {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const host: ts.CompilerHost = {
    getSourceFile: (path) =>
      texts.has(path)
        ? ts.createSourceFile(path, texts.get(path) ?? '', ts.ScriptTarget.Latest, true)
        : undefined,
    resolveModuleNameLiterals: (names, importer) =>
      names.map(({ text }) => {
        const path = posix.join(posix.dirname(importer), text)
        const isOurs = text.startsWith('.') && texts.has(path)
        return { resolvedModule: isOurs ? { resolvedFileName: path, extension: '.ts' } : undefined }
      }),
    fileExists: (path) => texts.has(path),
    readFile: (path) => texts.get(path),
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
  }
  const options = {
    noLib: true,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
    target: ts.ScriptTarget.Latest,
    module: ts.ModuleKind.ESNext,
  }
  return ts.createProgram({ rootNames: [...texts.keys()], options, host })
}
