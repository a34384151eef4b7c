import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, sender } from '../mail/sample-letter.fixture.ts'
import { PASSKEY_LETTERS } from './letters.ts'

/** The letters about passkeys. */
export const sampleLetters: LettersIn = (language) => {
  const { recentRemoved, ...others } = PASSKEY_LETTERS
  return [
    ...Object.values(others).map((news) => newsLetter(news, { at }, language, sender)),
    newsLetter(recentRemoved, { addedAt: [at, at] }, language, sender),
  ]
}
