import { createReadStream } from 'node:fs'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type Given, objectIn, textIn } from './from/given.ts'
import { parsedObject, withoutMark } from './json-records.ts'
import { readLines } from './read-lines.ts'
import type { GivenRecord } from './record.ts'

/** The hashes of a file that Auth0's support gives apart from the users. */
export interface Auth0Hashes {
  /** The same records, with the hash of each user whose record has none. */
  joinedTo(records: AsyncIterable<GivenRecord>): AsyncGenerator<GivenRecord>
  /** How many hashes no record has taken. */
  unused(): number
}

/** The connection that imports, and the key that seals. */
export interface HashesNeeds {
  readonly session: Database
  readonly keyring: Keyring
  progress(line: string): void
}

const ROWS_AT_ONCE = 1_000
const ROWS_A_WORD = 100_000

/** An id that could be stored: nobody's is longer, or has another character. */
const ID = /^[\x21-\x7e]{1,200}$/

/** No hash that is taken is longer. */
const MOST_HASH_CHARACTERS = 4_096

interface HashRow {
  readonly line: number
  readonly id: string
  readonly sealed: Buffer
}

/** A row that has been sealed for another use cannot be opened as one of these. */
const CONTEXT = 'auth0 hashes of an import'

/**
 * Reads the file into a temporary table of the connection, sealed, so that the memory of the command does not grow with it. Refused with the
 * first line that has no id or no hash.
 */
export async function readAuth0Hashes(
  needs: HashesNeeds,
  file: string,
): Promise<Result<Auth0Hashes, string>> {
  const { session, keyring } = needs
  await session.query`create table pg_temp.given_hashes (id text primary key, sealed bytea not null)`
  let rows: HashRow[] = []
  let read = 0
  const store = async (): Promise<HashRow | undefined> => {
    const repeated = await storeHashes(session, rows)
    rows = []
    if (read % ROWS_A_WORD === 0) needs.progress(`${read} hashes read`)
    return repeated
  }
  const refuse = (line: number, says: string) => refused(`Line ${line} of ${file} ${says}.`)
  for await (const { number: line, bytes } of readLines(createReadStream(file))) {
    const text = (line === 1 ? withoutMark(bytes) : bytes).toString('utf8')
    if (text.trim() === '') continue
    const given = readHash(text)
    if (!given) return refuse(line, 'has no _id or no passwordHash')
    rows.push({ line, id: given.id, sealed: keyring.seal(Buffer.from(given.hash), CONTEXT) })
    read += 1
    const repeated = rows.length === ROWS_AT_ONCE ? await store() : undefined
    if (repeated) return refuse(repeated.line, REPEATED)
  }
  const repeated = await store()
  return repeated ? refuse(repeated.line, REPEATED) : accepted(joiner(needs, read))
}

function readHash(text: string): { readonly id: string; readonly hash: string } | undefined {
  const user = parsedObject(text)
  const [id, hash] = user ? [idOf(user), textIn(user, 'passwordHash')] : ['', '']
  return id === '' || hash === '' || hash.length > MOST_HASH_CHARACTERS ? undefined : { id, hash }
}

/** Nobody can know which of them is right. */
const REPEATED = 'has the _id of an earlier line'

/** Removes what it finds: a hash belongs to one user. */
function joiner({ session, keyring }: HashesNeeds, read: number): Auth0Hashes {
  let left = read
  async function join(records: readonly GivenRecord[]): Promise<readonly GivenRecord[]> {
    const ids = records.map(({ fields }) => (fields ? idOf(Object.fromEntries(fields)) : ''))
    const taken = await takeHashes(session, ids)
    left -= taken.length
    const byId = new Map(taken.map(({ id, sealed }) => [id, keyring.unseal(sealed, CONTEXT).toString()]))
    return records.map((record, at) => withHash(record, byId.get(ids[at] ?? '')))
  }
  return {
    unused: () => left,
    async *joinedTo(records) {
      let held: GivenRecord[] = []
      for await (const record of records) {
        held.push(record)
        if (held.length < ROWS_AT_ONCE) continue
        yield* await join(held)
        held = []
      }
      yield* await join(held)
    },
  }
}

function withHash(record: GivenRecord, hash: string | undefined): GivenRecord {
  if (hash === undefined || !record.fields) return record
  if (textIn(Object.fromEntries(record.fields), 'passwordHash') !== '') return record
  return { ...record, fields: new Map([...record.fields, ['passwordHash', hash]]) }
}

/** The id of a user of Auth0's own database, which both files have: `auth0|5f7c…` in one, `{"$oid": "5f7c…"}` in the other. `''` for any other. */
function idOf(user: Given): string {
  const own = textIn(user, 'user_id')
  const id = own === '' ? textIn(objectIn(user, '_id'), '$oid') || textIn(user, '_id') : ownId(own)
  return ID.test(id) ? id : ''
}

function ownId(userId: string): string {
  return userId.startsWith('auth0|') ? userId.slice('auth0|'.length) : ''
}

/** Returns the first row whose id is there already. */
async function storeHashes(session: Database, rows: readonly HashRow[]): Promise<HashRow | undefined> {
  const stored = await session.query<{ id: string }>`
    insert into pg_temp.given_hashes
    select id, decode(sealed, 'hex') from unnest(${arrayOf(rows.map(({ id }) => id))}::text[],
           ${arrayOf(rows.map(({ sealed }) => sealed.toString('hex')))}::text[]) as given (id, sealed)
        on conflict do nothing returning id`
  const fresh = new Set(stored.map(({ id }) => id))
  return rows.find(({ id }) => !fresh.delete(id))
}

function takeHashes(
  session: Database,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly sealed: Buffer }[]> {
  return session.query<{ id: string; sealed: Buffer }>`
    delete from pg_temp.given_hashes where id = any (${arrayOf(ids)}::text[]) returning id, sealed`
}
