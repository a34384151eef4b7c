import ts from 'typescript'
import { filesBelow, type SourceFile } from '../checks/lib/source-files.ts'
import type { Measure } from './measure.ts'
import { HARD_WORDS, type HardWord } from './words.ts'

/** File names and exported identifiers with a hard word. */
export function namesToExplain(): Measure {
  const files = filesBelow(
    ['packages', 'examples', 'scripts', 'journeys', 'lab', 'docs'],
    (path) => /\.(ts|mjs)$/.test(path) && !path.includes('/dist/'),
  )
  const found = files.flatMap((file) => [
    ...hardNames([fileName(file)]).map((why) => `${file.path}: ${why}`),
    ...hardNames(exportedNames(file)).map((why) => `${file.path} exports ${why}`),
  ])
  return { name: 'names that need an explanation', now: found.length, wanted: 0, found }
}

/** The names with a hard word, and words to use instead. */
export function hardNames(
  names: readonly string[],
  words: readonly HardWord[] = HARD_WORDS,
): readonly string[] {
  return names.flatMap((name) => {
    const spelled = `-${spell(name)}-`
    const hard = words.find(({ word, where }) =>
      where === 'whole' ? spelled === `-${word}-` : spelled.includes(`-${word}-`),
    )
    return hard ? [`${name} (${hard.instead})`] : []
  })
}

/** The words of a name: `TOKEN_DESK` and `createTokenDesk` are `token-desk` and `create-token-desk`. */
function spell(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
}

function fileName({ path }: SourceFile): string {
  return (path.split('/').at(-1) ?? '').replace(/\.(test|fixture|test-d)?\.?(ts|mjs)$/, '')
}

function exportedNames({ path, text }: SourceFile): readonly string[] {
  if (path.endsWith('.test.ts')) return []
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  return tree.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return []
    const isExported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    return isExported ? namesOf(statement) : []
  })
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}
