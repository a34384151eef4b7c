import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeBetween, textBetween } from '../../kit/markdown.ts'
import { roomOf } from '../make/every-mutant.ts'
import { type RoomRow, readRows, rowsOf, tableOf } from './rooms.ts'
import { listOf, type Tried } from './summary.ts'

const PAGE = join(import.meta.dirname, '../../../docs/mutants.md')

/** The day of the run, in UTC. */
export function todaysDate(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Writes what is known of every mutant into docs/mutants.md. */
export function writePage(all: readonly Tried[]): void {
  writeFileSync(PAGE, updatePage(readFileSync(PAGE, 'utf8'), all, todaysDate()))
}

/**
 * Puts results into the page. Another machine may have tried more of a room than this one: where the page has fewer mutants of a room that
 * are not tried, its row stays, and so do its unseen ones.
 */
export function updatePage(page: string, all: readonly Tried[], today: string): string {
  const earlier = new Map(readRows(textBetween(page, 'mutants:rooms')).map((row) => [row.room, row]))
  const rows = rowsOf(all, today).map((row) => betterOf(row, earlier.get(row.room)))
  const isKept = (file: string) =>
    earlier.get(roomOf(file)) === rows.find(({ room }) => room === roomOf(file))
  const unseen = [
    ...sectionsIn(textBetween(page, 'mutants:unseen')).filter(({ file }) => isKept(file)),
    ...sectionsIn(listOf(all, 'unseen')).filter(({ file }) => !isKept(file)),
  ].sort((one, other) => one.file.localeCompare(other.file))
  const parts: readonly (readonly [string, string])[] = [
    ['mutants:rooms', tableOf(rows)],
    ['mutants:unseen', unseen.map(({ text }) => text).join('\n\n') || 'None of those that were tried.'],
    ['mutants:excused', listOf(all, 'excused') || 'None.'],
  ]
  return parts.reduce((text, [name, part]) => placeBetween(text, name, part), page)
}

function betterOf(row: RoomRow, earlier: RoomRow | undefined): RoomRow {
  return earlier && earlier.untried < row.untried ? earlier : row
}

interface Section {
  readonly file: string
  readonly text: string
}

/** The parts of a list, each of which begins with the path of its file. */
function sectionsIn(list: string): readonly Section[] {
  return list
    .split(/^(?=`packages\/)/m)
    .map((text) => text.trim())
    .flatMap((text) => {
      const [, file] = /^`([^`]+)`/.exec(text) ?? []
      return file === undefined ? [] : [{ file, text }]
    })
}
