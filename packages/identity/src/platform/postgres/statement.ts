import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Serializable } from './values.ts'

interface Prepared {
  readonly text: string
  /** PostgreSQL truncates names to 63 bytes. */
  readonly name: string
}

const known = new WeakMap<TemplateStringsArray, Prepared>()

/** The text of a statement with numbered parameters, and the name of the prepared statement. Both are made once. */
function preparedOf(statement: TemplateStringsArray): Prepared {
  const found = known.get(statement)
  if (found) return found
  const text = statement.reduce((before, part, number) => `${before}$${number}${part}`)
  const made = { text, name: createHash('sha256').update(text).digest('base64url') }
  known.set(statement, made)
  return made
}

type Answer = (error: Error | undefined, result: pg.ResultBuilder) => void

/** A statement for the driver, which prepares it at its first use on a connection. */
export class Statement extends pg.Query {
  readonly name: string

  constructor(statement: TemplateStringsArray, values: readonly Serializable[], onAnswer: Answer) {
    // The driver would send NULL.
    const given: readonly unknown[] = values
    if (given.includes(undefined)) throw new TypeError('A parameter is undefined')
    const { text, name } = preparedOf(statement)
    super(text, values, onAnswer)
    this.name = name
  }
}

/**
 * The parsers of column types. Instants and counts (`bigint`) are far below 2^53. Other types stay text: arrays, timestamps,
 * UUIDs, numerics.
 */
const READERS = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, Number],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, (text): unknown => JSON.parse(text)],
  [700, Number],
  [701, Number],
  [3802, (text): unknown => JSON.parse(text)],
])

const asText = (text: string) => text

/** For the driver's option `types`. */
export const TYPES: pg.CustomTypesConfig = { getTypeParser: (oid) => READERS.get(oid) ?? asText }
