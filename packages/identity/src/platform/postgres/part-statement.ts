import { precede } from './statement.ts'

/** A part of the tables of citizens, by the names that its tables have on the server with it. */
export interface Part {
  /** The number that Citus has for the part of the table `citizens`. It stays where the part moves. */
  readonly shard: number
  readonly names: ReadonlyMap<string, string>
}

/** What each row of a part's answer has beside the columns of the statement. */
export interface PlacedRow {
  /** Whether the asked server has the part, in the snapshot of the statement. */
  readonly isPlaced: boolean
  /** True in the rows of the statement; null where it has none. */
  readonly isAnswer: true | null
}

type Text = TemplateStringsArray

/** Makes the text of a statement for a part once, so that it is prepared once. */
function once(make: (statement: Text, part: Part) => Text): (statement: Text, part: Part) => Text {
  const made = new WeakMap<Text, WeakMap<Part, Text>>()
  return (statement, part) => {
    const ofParts = made.get(statement) ?? new WeakMap<Part, Text>()
    made.set(statement, ofParts)
    const text = ofParts.get(part) ?? make(statement, part)
    ofParts.set(part, text)
    return text
  }
}

/**
 * A statement that reads whole tables, as one about one part of them. It also says whether the server has the part: by the list that Citus
 * changes in the transaction that moves it, and in the same snapshot as the rows.
 */
export const readingStatement = once((statement, part) =>
  textOf(around(namesIn(statement, part), part.shard)),
)

/**
 * A statement that changes whole tables, as one about one part of them. Before it, in its transaction, the part is held with the lock that Citus takes for what
 * it writes, so that nothing moves it or divides it before the commit. A snapshot of after that says whether the server has it; where it has not, this fails.
 */
export const writingStatement = once((statement, part) => {
  const text = textOf(namesIn(statement, part))
  precede(text, [holdOf(part), provingOf(part)])
  return text
})

/** PostgreSQL's number of the mode ShareLock. */
const SHARE_LOCK = 5

/** `lock_shard_metadata` is for the owner of the tables alone. It locks at the asked server; who moves a part locks at every one. */
function holdOf({ shard }: Part): Text {
  return textOf([`select lock_shard_metadata(${SHARE_LOCK}, array[${shard}]::bigint[])`])
}

/** Divides by zero where the asked server has not the part alone. */
function provingOf({ shard }: Part): Text {
  return textOf([`select 1 / count(*) as here from (${placementOf(shard)}) as placement`])
}

/** A row where the asked server has the part, and no other one has it as well. */
function placementOf(shard: number): string {
  return `select 1 from pg_dist_placement where shardid = ${shard}
                           having count(*) = 1 and bool_and(groupid = (select groupid from pg_dist_local_group))`
}

function textOf(pieces: readonly string[]): Text {
  return Object.assign(pieces, { raw: [] })
}

function namesIn(statement: Text, part: Part): readonly string[] {
  return statement.map((piece) => withNames(piece, part))
}

function withNames(piece: string, { names }: Part): string {
  return piece.replaceAll(
    /\b(from|join|update|into)(\s+\(?)(\w+)\b/g,
    (all, word: string, space: string, table: string) => {
      const name = names.get(table)
      return name === undefined ? all : `${word}${space}${name}`
    },
  )
}

/** One row more than none, which says whether the server has the part. */
function around(pieces: readonly string[], shard: number): string[] {
  const [first = '', ...others] = pieces
  const begun = `select placed.here as "isPlaced", answer.*
      from (select exists (${placementOf(shard)}) as here) as placed
      left join (select true as "isAnswer", found.* from (${first}`
  const all = [begun, ...others]
  return all.map((piece, index) =>
    index === all.length - 1 ? `${piece}) as found) as answer on placed.here` : piece,
  )
}
