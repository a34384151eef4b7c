import ts from 'typescript'
import { IDENTITY, type Plan, PROGRAM } from '../../../plan.ts'
import { readPlanned } from '../../../scripts/checks/lib/judge-rooms.ts'
import { fileAt, filesBelow } from '../../../scripts/checks/lib/source-files.ts'
import { idleExcuses } from './excuses.ts'
import { guardMutants } from './guard-mutants.ts'
import { GUARDED_FILES } from './guarded-files.ts'
import type { Mutant } from './mutant.ts'
import { mutantsOfLiteral } from './statement-mutants.ts'

/** The sources whose statements are changed: a folder, and the plan that says how its texts are read. */
const SOURCES: readonly (readonly [folder: string, plan: Plan])[] = [
  [IDENTITY.src, IDENTITY],
  [`${PROGRAM.src}/store`, PROGRAM],
]

/** Everything that can be left out, in the order of files and lines. */
export function everyMutant(): readonly Mutant[] {
  const inStatements = SOURCES.flatMap(([folder, plan]) => {
    const files = filesBelow([plan.src], isSource)
    const literals = readPlanned(plan, files, []).literals
    return (
      literals
        // A text that the reader itself has made stands in no file.
        .filter((node) => node.getSourceFile()?.fileName.startsWith(`${folder}/`))
        .flatMap(mutantsOfLiteral)
    )
  })
  const guards = GUARDED_FILES.map((path) => fileAt(`${IDENTITY.src}/${path}`)).flatMap(({ path, text }) =>
    guardMutants(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)),
  )
  return [...inStatements, ...guards].sort(
    (one, other) => one.file.localeCompare(other.file) || one.change.from - other.change.from,
  )
}

/** Comments that excuse what is not there, as lines for people. */
export function faultsOfExcuses(mutants: readonly Mutant[]): readonly string[] {
  return SOURCES.flatMap(([folder]) => filesBelow([folder], isSource)).flatMap(({ path, text }) => {
    const named = mutants.filter(({ file }) => file === path).map(({ what }) => what)
    return idleExcuses(text, named).map(
      ({ what }) => `${path}: nothing here is "${what}", which a comment excuses`,
    )
  })
}

/** The room of a file: its folder in the sources of its package. */
export function roomOf(file: string): string {
  const plan = file.startsWith(`${IDENTITY.src}/`) ? IDENTITY : PROGRAM
  return file.slice(plan.src.length + 1).split('/')[0] ?? file
}

function isSource(path: string): boolean {
  return path.endsWith('.ts') && !/\.(test|test-d|fixture)\.ts$/.test(path)
}
