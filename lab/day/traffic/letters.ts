import { linkPath, type Mail } from '../../../journeys/kit/mail-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import type { Day } from '../day.ts'

/** The newest letter to an address whose text has this, once there are as many. */
export function letterWith(
  { stage }: Pick<Day, 'stage'>,
  email: string,
  words: string,
  count = 1,
): Promise<Mail> {
  return until(`${count} letters with ${words} reach ${email}`, () => {
    const found = stage.mail.mailsTo(email, /^/).filter(({ text }) => text?.includes(words))
    return found.length < count ? undefined : found.at(-1)
  })
}

/**
 * Waits until the outbox is empty. A letter that is on its way comes twice where the clock jumps, because its lease is over then, and
 * where the relay or PostgreSQL stops, because its sender does not learn that it was taken.
 */
export function noLetterOnItsWay({ database }: Pick<Day['stage'], 'database'>): Promise<true> {
  return until('no letter is on its way', async () => {
    const waiting = await database.db.query`select 1 from outbox limit 1`
    return waiting.length === 0 || undefined
  })
}

/** How many such letters have come. */
export function countLetters({ stage }: Pick<Day, 'stage'>, email: string, words: string): number {
  return stage.mail.mailsTo(email, /^/).filter(({ text }) => text?.includes(words)).length
}

/** Path and query of the link in it. */
export const linkOf = (letter: Mail): string => linkPath(letter)

/** The six digits in it. */
export function codeOf({ text = '' }: Mail): string {
  const code = /^(\d{6})$/m.exec(text)?.[1]
  if (code === undefined) throw new Error('The letter has no code')
  return code
}
