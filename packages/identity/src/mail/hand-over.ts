import type { UnixSeconds } from '../platform/clock.ts'
import { inLanguage } from '../platform/languages.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { Reader, Said } from '../platform/room/explains.ts'
import { HAND_OVER } from './words/hand-over.ts'

/** A letter that was written: to which address, under which names its kind is, and since when. */
export interface PostedLetter {
  readonly recipient: string
  readonly kinds: readonly string[]
  readonly since: UnixSeconds
}

/** Tells a reader what became of a letter. */
type SaysHandOver = (reader: Pick<Reader, 'language' | 'exact'>) => Said[number]

/** Says that a letter was refused for good, with the codes of the answer where they are known. */
export function sayRefused(reply: string): SaysHandOver {
  return ({ language, exact }) => {
    const { refused, refusedWith } = inLanguage(HAND_OVER, language)
    return reply === '' ? refused : refusedWith(exact(reply))
  }
}

/** Says whether a letter that was not refused waits, or the mail server has taken it. A letter is not given up before its link is over. */
export async function sayHandOver(db: Database, letter: PostedLetter): Promise<SaysHandOver> {
  const state = (await waits(db, letter)) ? 'waits' : 'taken'
  return ({ language }) => inLanguage(HAND_OVER, language)[state]
}

// plan: a letter is there until it is sent, so the table is as long as the queue.
function waits(db: Database, { recipient, kinds, since }: PostedLetter): Promise<boolean> {
  return anyRow(db.query`
    select 1 from outbox
     where recipient = ${recipient} and kind = any(${arrayOf(kinds)}::text[]) and created_at >= to_timestamp(${since}) limit 1`)
}
