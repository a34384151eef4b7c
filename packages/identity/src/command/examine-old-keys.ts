import { counted } from '../platform/counted.ts'
import { sealingKeyId } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { SealedByKey } from '../platform/room/room.ts'
import { HEADS } from '../room-heads.ts'
import { type Finding, ok, wrong } from './finding.ts'

const SIGNING: keyof typeof HEADS = 'signing-keys'

/**
 * Whether each older key of PORTICO_SECRET_KEY is still needed, and whether a key is missing that a letter or an app for codes needs. A missing
 * key of a signing key is told by another check.
 */
export async function examineOldKeys(keys: readonly Buffer[], db: Database): Promise<readonly Finding[]> {
  if (keys.length === 0) return []
  const ofRooms = await sealedByRooms(db)
  const ids = keys.map((key) => sealingKeyId(key).toString('hex'))
  const older = ids.slice(1).map((id, index) => {
    const sealed = ofRooms.map(({ counts, one, many }) => said(counts.get(id), one, many))
    return olderKey(`${index + 2} of ${ids.length}`, sealed.filter(Boolean).join(' and '))
  })
  const remedy = 'set that key again behind the first one: PORTICO_SECRET_KEY=new,old'
  const because = 'cannot be opened, because the secret key that sealed them is missing'
  return [
    ...older,
    ...ofRooms
      .filter(({ room }) => room !== SIGNING)
      .flatMap(({ name, counts, one, many }) => {
        const count = lost(counts, ids)
        return count > 0 ? [wrong(name, `${said(count, one, many)} ${because}`, remedy)] : []
      }),
  ]
}

/** What rooms keep sealed, signing keys first. */
async function sealedByRooms(db: Database) {
  const found = Object.entries(HEADS)
    .flatMap(([room, { sealed }]) => (sealed ? [{ ...sealed, room }] : []))
    .sort((a, b) => Number(b.room === SIGNING) - Number(a.room === SIGNING))
  return Promise.all(found.map(async (each) => ({ ...each, counts: countsOf(await each.countByKey(db)) })))
}

/** How many values were sealed by keys that are missing. */
function lost(counts: ReadonlyMap<string, number>, ids: readonly string[]): number {
  return [...counts].filter(([id]) => !ids.includes(id)).reduce((sum, [, count]) => sum + count, 0)
}

function olderKey(which: string, sealed: string): Finding {
  return ok(
    'Secret key',
    sealed === ''
      ? `key ${which} opens nothing that is stored: an hour after every process was restarted with the new key in front, remove it, and keep it only for backups that it signed`
      : `key ${which} is still needed: it sealed ${sealed}; portico keys reseal seals them with the first key`,
  )
}

function said(count: number | undefined, what: string, many?: string): string {
  return count === undefined ? '' : counted(count, what, many)
}

function countsOf(rows: readonly SealedByKey[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ keyId, count }) => [keyId, count]))
}
