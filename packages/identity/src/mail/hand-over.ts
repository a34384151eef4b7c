import type { UnixSeconds } from '../platform/clock.ts'
import { inLanguage } from '../platform/languages.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { Reader, Said } from '../platform/room/explains.ts'
import { HAND_OVER } from './words/hand-over.ts'
import { FINDING_WORDS } from './words/letter-words.ts'

/** A letter that was written: to which address, under which names its kind is, and since when. */
export interface PostedLetter {
  readonly recipient: string
  readonly kinds: readonly string[]
  readonly since: UnixSeconds
}

/** Tells a reader what became of a letter. */
type SaysHandOver = (reader: Pick<Reader, 'language' | 'exact'>) => Said

/**
 * What these answers mean: RFC 3463 sections 3.2 and 3.3, with 5.1.10 of RFC 7505. A code of three digits alone says less (RFC 5321 section 4.2.3):
 * 550 may be a rule of the server, and 552 a letter that is too large.
 */
const MEANINGS = [
  { answer: /\b5\.2\.2\b/, found: 'fullMailbox', tell: 'fullMailbox' },
  { answer: /\b5\.1\.10?\b/, found: 'noMailbox', tell: 'noMailbox' },
  { answer: /^552$/, found: 'fullMailbox', tell: 'seemsFull' },
  { answer: /^55[01]$|\b5\.1\.[236]\b/, found: 'noMailbox', tell: 'seemsGone' },
] as const

/** What such an answer means, for the finding and for the caller. Undefined for any other. */
export function meaningOf(reply: string): (typeof MEANINGS)[number] | undefined {
  return MEANINGS.find(({ answer }) => answer.test(reply))
}

/** Says that a letter was refused for good, with the codes of the answer where they are known. */
export function sayRefused(reply: string): SaysHandOver {
  return ({ language, exact }) => {
    const words = inLanguage(HAND_OVER, language)
    if (reply === '') return [words.refused]
    const means = meaningOf(reply)
    return [words.refusedWith(exact(reply)), ...(means ? [words[means.found]] : [])]
  }
}

/** Says that a letter never arrived, because the mail server put it off so often, or because it never got as far: nothing tried to send it, or every try ended at our own relay. */
export function sayPutOff(tries: number): SaysHandOver {
  return ({ language }) => {
    const { putOff, neverSent } = inLanguage(HAND_OVER, language)
    return [tries === 0 ? neverSent : putOff(tries)]
  }
}

/** What to tell whoever waits for a letter that no mail server has seen. */
export const tellNeverSent: SaysHandOver = ({ language }) => [inLanguage(HAND_OVER, language).tellNeverSent]

/** What to tell whoever waits for a letter that the mail server puts off. */
export const tellPutOff: SaysHandOver = ({ language }) => [
  inLanguage(FINDING_WORDS, language)['mail-waits'].tell,
]

/** Whether a letter that was not refused waits, or the mail server has taken it, and whether that was tried in vain. A letter is not given up before its link is over. */
export async function findHandOver(
  db: Database,
  letter: PostedLetter,
): Promise<{ readonly says: SaysHandOver; readonly isPutOff: boolean }> {
  const tries = await countTries(db, letter)
  const state = tries === null ? 'taken' : 'waits'
  return {
    says: ({ language }) => [inLanguage(HAND_OVER, language)[state]],
    isPutOff: tries !== null && tries > 0,
  }
}

/** Says whether it waits, or was taken. */
export async function sayHandOver(db: Database, letter: PostedLetter): Promise<SaysHandOver> {
  return (await findHandOver(db, letter)).says
}

// plan: a letter is there until it is sent, so the table is as long as the queue.
/** How often the mail server was asked to take it. Null where it does not wait. */
async function countTries(db: Database, { recipient, kinds, since }: PostedLetter): Promise<number | null> {
  const found = await firstRow(db.query<{ tries: number | null }>`
    select max(attempts) as tries from outbox
     where recipient = ${recipient} and kind = any(${arrayOf(kinds)}::text[]) and created_at >= to_timestamp(${since})`)
  return found?.tries ?? null
}
