import { findGivenUp, sayHandOver, sayRefused } from '../mail/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Html } from '../platform/html.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Reader, Said } from '../platform/room/explains.ts'
import type { AddressChange } from './address-change-store.ts'
import { CHANGE_LETTERS } from './change-letters.ts'

/** The letter is written in the transaction that writes the event, and before it. */
const TRANSACTION_SECONDS = 60

/** When the newest letter with the way back went to the old address, and what became of it. */
export interface WayBack {
  /** Whether the mail server refused it for good: then nobody has its link. */
  readonly isRefused: boolean
  readonly says: (
    words: { readonly sent: (at: Html) => Html; readonly sentAgain: (at: Html) => Html },
    reader: Reader,
  ) => Said
}

/** Says what became of the first letter to the old address, or of the one that an operator had sent once more. */
export async function explainWayBack(db: Database, change: AddressChange): Promise<WayBack> {
  const { citizenId, oldEmail: recipient, askedAt, doneAt } = change
  const firstAt = doneAt ?? askedAt
  const againAt = await findSentAgain(db, citizenId, firstAt)
  const { name } = doneAt === null ? CHANGE_LETTERS.begun : CHANGE_LETTERS.changed
  const since = againAt === undefined ? firstAt : plusSeconds(againAt, -TRANSACTION_SECONDS)
  const letter = { kinds: [name], since }
  const refusal = await findGivenUp(db, { citizenId, ...letter })
  const handedOver =
    refusal === undefined ? await sayHandOver(db, { recipient, ...letter }) : sayRefused(refusal)
  return {
    isRefused: refusal !== undefined,
    says: ({ sent, sentAgain }, reader) => [
      againAt === undefined ? sent(reader.when(firstAt)) : sentAgain(reader.when(againAt)),
      ...handedOver(reader),
    ],
  }
}

// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
async function findSentAgain(
  db: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const found = await firstRow(db.query<{ sentAt: UnixSeconds }>`
    select extract(epoch from at)::bigint as "sentAt" from audit_events
     where filed_under = ${citizenId} and citizen_id = ${citizenId} and at >= to_timestamp(${since})
       and name = 'citizen-way-back-sent'
     order by audit_events.at desc limit 1`)
  return found?.sentAt
}
