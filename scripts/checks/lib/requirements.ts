import type { SourceFile } from './source-files.ts'

/** A row of a list of requirements: a table whose first column is `id`. */
export interface Requirement {
  readonly id: string
  /** The file of the list. */
  readonly list: string
  /** False if the row says that no test here can prove it. */
  readonly needsTest: boolean
}

/** A row that no test can prove has these words at the beginning of a cell. */
const WITHOUT_TEST = /\| \*(another side|remaining risk|statement)\*/

/** Every requirement of a list, in order. */
export function requirementsOf({ path, text }: SourceFile): readonly Requirement[] {
  const found: Requirement[] = []
  let isTable = false
  for (const line of text.split('\n')) {
    const first = /^\|\s*(.*?)\s*\|/.exec(line)?.[1]
    if (first === undefined) isTable = false
    else if (first === 'id') isTable = true
    else if (isTable && !/^-+$/.test(first))
      found.push({ id: first, list: path, needsTest: !WITHOUT_TEST.test(line) })
  }
  return found
}
