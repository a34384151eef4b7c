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
