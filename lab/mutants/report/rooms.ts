import { table } from '../../kit/markdown.ts'
import { roomOf } from '../make/every-mutant.ts'
import type { Tried } from './summary.ts'

/** What the page tells of a room: how many mutants there are, and what is known of them. */
export interface RoomRow {
  readonly room: string
  readonly leftOut: number
  readonly seen: number
  readonly excused: number
  readonly unseen: number
  readonly untried: number
  /** The day on which every mutant of the room had been tried; empty where some have not. */
  readonly wholeOn: string
}

const HEADS = ['room', 'left out', 'seen', 'excused', 'unseen', 'not tried', 'tried whole on']

/** The row of each room, in the order of the mutants. */
export function rowsOf(all: readonly Tried[], today: string): readonly RoomRow[] {
  const rooms = Map.groupBy(all, ({ mutant }) => roomOf(mutant.file))
  return Array.from(rooms, ([room, some]) => {
    const count = (state: Tried['state']) => some.filter((one) => one.state === state).length
    const untried = count('untried')
    return {
      ...{ room, leftOut: some.length, seen: count('seen'), excused: count('excused') },
      ...{ unseen: count('unseen'), untried, wholeOn: untried === 0 ? today : '' },
    }
  })
}

/** The table, with one line for all rooms. */
export function tableOf(rows: readonly RoomRow[]): string {
  const sum = (of: (row: RoomRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const all: RoomRow = {
    ...{ room: 'all', leftOut: sum((row) => row.leftOut), seen: sum((row) => row.seen), wholeOn: '' },
    ...{ excused: sum((row) => row.excused), unseen: sum((row) => row.unseen) },
    untried: sum((row) => row.untried),
  }
  return table(
    HEADS,
    [...rows, all].map((row) => [
      row.room,
      ...[row.leftOut, row.seen, row.excused, row.unseen, row.untried].map(String),
      row.wholeOn,
    ]),
  )
}

/** The rows of a table that `tableOf` has made. */
export function readRows(text: string): readonly RoomRow[] {
  return text.split('\n').flatMap((line) => {
    const [, room = '', ...cells] = line.split('|').map((cell) => cell.trim())
    const [leftOut, seen, excused, unseen, untried] = cells.slice(0, 5).map(Number)
    if (room === 'all' || untried === undefined || !Number.isInteger(untried)) return []
    return [
      {
        ...{ room, leftOut: leftOut ?? 0, seen: seen ?? 0, excused: excused ?? 0, unseen: unseen ?? 0 },
        ...{ untried, wholeOn: cells[5] ?? '' },
      },
    ]
  })
}
