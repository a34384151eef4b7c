import { type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { CannotUnseal, type Keyring } from '../platform/keyring.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import { beginningOf } from './snapshots.ts'

/** A place in the feed of one client. */
export interface Position {
  /** What the client was told of by then: a snapshot of PostgreSQL, or one of each server. */
  readonly snapshot: string
  /** The database that the snapshot belongs to, and its history. Snapshots of two histories cannot be compared. */
  readonly history: string
  /** The client's generation. In another one, everything that it was given before has ended. */
  readonly generation: number
  readonly at: UnixSeconds
}

/** How old a cursor may be. */
const MOST_AGE_SECONDS = 24 * 60 * 60

/** A cursor is part of an address. */
const MOST_CHARACTERS = 6_000

/** A longer snapshot, of very many transactions at once, is replaced by its beginning: some endings are told twice then. */
const MOST_SNAPSHOT_CHARACTERS = 2_000

/** Makes the cursor of a position. It is encrypted for this client, so a program neither reads it nor makes one. */
export function sealCursor(keyring: Keyring, clientId: string, position: Position): string {
  const { snapshot, history, generation, at } = position
  const short = snapshot.length <= MOST_SNAPSHOT_CHARACTERS ? snapshot : beginningOf(snapshot)
  const words = JSON.stringify([short, history, generation, at])
  return keyring.seal(Buffer.from(words), contextOf(clientId)).toString('base64url')
}

/** Reads a cursor. Undefined where this installation did not give it to this client, and where it is too old. */
export function openCursor(
  keyring: Keyring,
  clientId: string,
  { cursor, now }: { readonly cursor: string; readonly now: UnixSeconds },
): Position | undefined {
  if (cursor.length > MOST_CHARACTERS) return undefined
  const opened = unsealed(keyring, clientId, cursor)
  if (!opened) return undefined
  const [snapshot, history, generation, at] = parseOwnJson<[string, string, number, number]>(opened)
  const age = now - at
  return Math.abs(age) > MOST_AGE_SECONDS ? undefined : { snapshot, history, generation, at: unixSeconds(at) }
}

function unsealed(keyring: Keyring, clientId: string, cursor: string): string | undefined {
  try {
    return keyring.unseal(Buffer.from(cursor, 'base64url'), contextOf(clientId)).toString()
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined
    throw error
  }
}

function contextOf(clientId: string): string {
  return `ended-feed ${clientId}`
}
