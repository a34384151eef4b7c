import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeBetween } from '../../kit/markdown.ts'
import { listOf, roomTable, type Tried } from './summary.ts'

const PAGE = join(import.meta.dirname, '../../../docs/mutants.md')

/** Writes what is known of every mutant into docs/mutants.md. */
export function writePage(all: readonly Tried[]): void {
  const parts: readonly (readonly [string, string])[] = [
    ['mutants:rooms', roomTable(all)],
    ['mutants:unseen', listOf(all, 'unseen') || 'None of those that were tried.'],
    ['mutants:excused', listOf(all, 'excused') || 'None.'],
  ]
  const page = parts.reduce(
    (text, [name, part]) => placeBetween(text, name, part),
    readFileSync(PAGE, 'utf8'),
  )
  writeFileSync(PAGE, page)
}
