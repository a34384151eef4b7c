import { namesIn, tablesIn } from './page-tables.ts'
import { fileAt, isThere } from './source-files.ts'

/** The files that decide how a command ends. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  portico: ['packages/identity/src/command/run-portico.ts', 'packages/identity/src/serve.ts'],
  'portico-program': ['packages/program/src/command/run-command-line.ts'],
  // It reads its command line as `portico-program` does.
  'portico-gate': [
    'packages/program/src/command/run-command-line.ts',
    'packages/gate/src/main.ts',
    'packages/gate/src/serve.ts',
  ],
  'portico-console': ['packages/console/src/main.ts'],
  'portico-conformance': ['packages/conformance/src/run-command.ts'],
  // It runs a command of `portico`.
  'portico-simulator': ['packages/identity/src/command/run-portico.ts', 'packages/simulator/src/main.ts'],
  'portico-postgres': ['packages/embedded-postgres/src/main.ts'],
  'create-program': ['packages/create-program/src/main.ts', 'packages/create-program/src/create-program.ts'],
}

/** A union of exit codes, and a code that is given as it is. */
const UNION = /(?:type ExitCode =|Promise<)((?: ?\d+ ?\|?)+)/g
const GIVEN = /process\.exit\((\d+)\)|\? (\d+) : (\d+)$|\bsay\(.*, (\d+)\)|^ {2,}return (\d+)$/gm

/** The exit codes of each command, as its sources give them. A command that was taken away has none. */
export function exitCodesInCode(): ReadonlyMap<string, readonly number[]> {
  return new Map(
    Object.entries(ENDINGS)
      .filter(([, files]) => files.every(isThere))
      .map(([command, files]) => [command, sorted(files.flatMap((file) => codesIn(fileAt(file).text)))]),
  )
}

/** The exit codes that the text of a source gives. */
export function codesIn(source: string): readonly number[] {
  const unions = [...source.matchAll(UNION)].flatMap(([, members = '']) => members.match(/\d+/g) ?? [])
  const given = [...source.matchAll(GIVEN)].flatMap(([, ...groups]) => groups)
  return sorted([...unions, ...given].filter((code) => code !== undefined).map(Number))
}

/** The exit codes of each command that the table explains: the columns that are not empty. */
export function exitCodesOnPage(page: string): ReadonlyMap<string, readonly number[]> {
  const [[[, ...columns] = [], ...rows] = []] = tablesIn(page, '| command |')
  return new Map(
    rows.map(([name = '', ...cells]) => {
      const [command = ''] = namesIn(name)
      return [command, columns.map(Number).filter((_, at) => cells[at] !== undefined && cells[at] !== '')]
    }),
  )
}

const sorted = (codes: readonly number[]): readonly number[] =>
  [...new Set(codes)].toSorted((one, other) => one - other)
