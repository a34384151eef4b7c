import type { Connection } from './connection.ts'

const INSTANT = new Date('2026-01-02T03:04:05.678Z')
const BYTES = Uint8Array.of(0, 92, 120, 255)
const NUMBER = 9_007_199_254_740_991

const TRIAL = `select $1::timestamptz as an_instant, $2::bytea as some_bytes, $3::bigint as a_number,
  $4::text as a_text, true as a_flag, null::timestamptz as no_instant`

const TEXT = "Žižka 'Ö' \\ ☂"

/** What each column must give back, and what is wrong where it does not. */
const EXPECTED: readonly (readonly [column: string, isRight: (value: unknown) => boolean, fault: string])[] =
  [
    [
      'an_instant',
      (value) => value instanceof Date && value.getTime() === INSTANT.getTime(),
      'instants (DateStyle must be ISO)',
    ],
    [
      'some_bytes',
      (value) => value instanceof Uint8Array && Buffer.from(value).equals(BYTES),
      'bytes (bytea_output must be hex)',
    ],
    ['a_number', (value) => Number(value) === NUMBER, 'numbers'],
    ['a_text', (value) => value === TEXT, 'text (client_encoding must be UTF8)'],
    ['a_flag', (value) => value === true, 'truth values'],
    ['no_instant', (value) => value === null, 'null'],
  ]

/**
 * Sends one value of each kind and reads it back. A client or a server whose settings change one of them would fail at the first
 * sign-in: it fails here, with a sentence.
 */
export async function tryDriver<Tx>(db: Connection<Tx>): Promise<void> {
  const [row = {}] = await db.query(TRIAL, [INSTANT, BYTES, NUMBER, TEXT])
  const faults = EXPECTED.flatMap(([column, isRight, fault]) => (isRight(row[column]) ? [] : [fault]))
  if (faults.length > 0)
    throw new Error(`postgresStore: the settings of this database client change ${faults.join(', ')}.`)
}
