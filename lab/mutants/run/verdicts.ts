import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from '../make/mutant.ts'
import { hashOf, testTexts } from './notes.ts'
import { testsOfRoom } from './room-tests.ts'

/** What a mutant's tests have said. */
export interface Verdict {
  readonly outcome: 'seen' | 'unseen'
  /** The first failure, or why nothing failed. */
  readonly why: string
  /** The test files that say so: the one that failed, or all that were looked at. */
  readonly asked: readonly string[]
}

interface Line extends Verdict {
  readonly mutant: string
  readonly tests: string
}

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, '.cache', 'mutants')
const FILE = join(FOLDER, 'verdicts.jsonl')

/** The verdicts of earlier runs. Each counts while the function around the mutant and the asked tests are the same. */
export function openVerdicts() {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : []
  const known = new Map<string, Line>()
  for (const text of lines.filter((one) => one !== '')) {
    const line = JSON.parse(text) as Line
    known.set(line.mutant, line)
  }
  return {
    find(mutant: Mutant): Verdict | undefined {
      const line = known.get(keyOf(mutant))
      if (!line || line.tests !== testsKey(ROOT, line.asked)) return undefined
      return line.outcome === 'seen' || knowsTestsOf(mutant, line) ? line : undefined
    },
    /** Of a run in a copy of the tree. */
    keep(mutant: Mutant, verdict: Verdict, root: string): void {
      const line = { mutant: keyOf(mutant), tests: testsKey(root, verdict.asked), ...verdict }
      mkdirSync(FOLDER, { recursive: true })
      appendFileSync(FILE, `${JSON.stringify(line)}\n`)
      known.set(line.mutant, line)
    },
  }
}

/** A test file that has come since may see what nothing saw. */
function knowsTestsOf({ file }: Mutant, { asked }: Verdict): boolean {
  return testsOfRoom(file).own.every((test) => asked.includes(test))
}

function keyOf({ file, changed }: Mutant): string {
  return hashOf(file, changed)
}

/** Empty where one of the files is gone. */
function testsKey(root: string, files: readonly string[]): string {
  return files.every((file) => existsSync(join(root, file)))
    ? hashOf(...files.flatMap((file) => testTexts(root, file)))
    : ''
}
