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

const made = new WeakMap<TemplateStringsArray, WeakMap<Part, TemplateStringsArray>>()

/**
 * A statement about whole tables, as one about one part of them. It also says whether the server has the part: by the list that Citus
 * changes in the transaction that moves it, and in the same snapshot as the rows. Each text is made once, so that it is prepared once.
 */
export function partStatement(statement: TemplateStringsArray, part: Part): TemplateStringsArray {
  const ofParts = made.get(statement) ?? new WeakMap<Part, TemplateStringsArray>()
  made.set(statement, ofParts)
  const known = ofParts.get(part)
  if (known) return known
  const pieces = statement.map((piece) => withNames(piece, part))
  const text = Object.assign(around(pieces, part.shard), { raw: [] })
  ofParts.set(part, text)
  return text
}

function withNames(piece: string, { names }: Part): string {
  return piece.replaceAll(/\b(from|join)(\s+)(\w+)\b/g, (all, word: string, space: string, table: string) => {
    const name = names.get(table)
    return name === undefined ? all : `${word}${space}${name}`
  })
}

/** One row more than none, which says whether the server has the part. */
function around(pieces: readonly string[], shard: number): string[] {
  const [first = '', ...others] = pieces
  const begun = `select placed.here as "isPlaced", answer.*
      from (select exists (select from pg_dist_placement p join pg_dist_local_group g on g.groupid = p.groupid
                            where p.shardid = ${shard}) as here) as placed
      left join (select true as "isAnswer", found.* from (${first}`
  const all = [begun, ...others]
  return all.map((piece, index) =>
    index === all.length - 1 ? `${piece}) as found) as answer on placed.here` : piece,
  )
}
