import { appendEvent } from '../audit/index.ts'
import { openKeyring } from '../open-database.ts'
import { firstKeyId } from '../platform/keyring.ts'
import { booleanSchema, countSchema, listOf, objectSchema, textSchema } from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Resealed, resealValues } from '../platform/room/reseal-values.ts'
import { systemClock } from '../platform/system-clock.ts'
import { HEADS } from '../room-heads.ts'
import { requireReadableKeys } from '../signing-keys/index.ts'
import type { ActCall, Answer } from './command.ts'
import { sayProgress } from './say-progress.ts'

const RESEALED = {
  resealed: countSchema('Values that the first key has sealed now.'),
  changed: countSchema('Values that changed meanwhile, and were left as they are.'),
  unopened: countSchema('Values that no key opens.'),
}

/** What was sealed anew. */
export const RESEALING = objectSchema('Resealing', {
  ...RESEALED,
  left: countSchema('Values that still need another key.'),
  stopped: booleanSchema('Whether it was stopped before the end.'),
  rooms: listOf(
    objectSchema<Done>('ResealedRoom', { name: textSchema('What the values are.'), ...RESEALED }),
  ),
})

interface Done extends Resealed {
  readonly name: string
}

/** Seals with the first secret key everything that another one has sealed, while the service runs. A run that was stopped is gone on with by the next one. */
export async function keysReseal({ config, openDatabase, terminal }: ActCall): Promise<Answer> {
  const database = await openDatabase()
  const needs = { ...database, keyring: await openKeyring(config(), database), stopped: terminal.stopped() }
  // A secret key that the service does not have would seal what the service cannot open.
  await requireReadableKeys(needs)
  const done: Done[] = []
  const first = firstKeyId(needs.keyring).toString('hex')
  for (const room of sealedRooms()) {
    const { name } = room
    const whole = await countOthers(database.db, first, [room])
    const progress = sayProgress(terminal, { name, whole, nowMilliseconds: systemClock.nowMilliseconds })
    done.push({ name: room.name, ...(await resealValues({ ...needs, progress }, room)) })
  }
  const sum = (of: keyof Resealed) => done.reduce((total, each) => total + each[of], 0)
  const counts = { resealed: sum('resealed'), changed: sum('changed'), unopened: sum('unopened') }
  await appendEvent(needs, { name: 'values-resealed', origin: database.by, details: counts })
  const left = await countOthers(database.db, first, sealedRooms())
  return {
    json: { ...counts, left, stopped: needs.stopped.aborted, rooms: done },
    lines: [...done.map(lineOf), '', endOf(left, sum('unopened'))],
    exitCode: left === 0 ? 0 : 1,
  }
}

function sealedRooms() {
  return Object.values(HEADS).flatMap(({ sealed }) => sealed ?? [])
}

/** How many values of these rooms another key has sealed. */
async function countOthers(
  db: Database,
  keyId: string,
  rooms: ReturnType<typeof sealedRooms>,
): Promise<number> {
  const counts = await Promise.all(rooms.map((room) => room.countByKey(db)))
  const others = counts.flat().filter(({ keyId: other }) => other !== keyId)
  return others.reduce((sum, { count }) => sum + Number(count), 0)
}

function lineOf({ name, resealed, changed, unopened }: Done): string {
  const rest = [
    ...(changed > 0 ? [`${changed} changed meanwhile`] : []),
    ...(unopened > 0 ? [`${unopened} cannot be opened by any key of PORTICO_SECRET_KEY`] : []),
  ]
  return [`${name}: ${resealed} sealed anew`, ...rest].join(', ')
}

function endOf(left: number, unopened: number): string {
  if (left === 0)
    return 'The first key has sealed everything that is stored. portico doctor says when the old key may be removed.'
  if (unopened > 0)
    return `${left} still need another key, and some of them one that is missing: set it behind the first one and run this again.`
  return `${left} still need another key: run this again. If that stays so, a process still seals with another key in front: restart it.`
}
