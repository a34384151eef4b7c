import { newsLetter } from '../factors/index.ts'
import { at, type LettersIn, recoverAddress, sender } from '../mail/sample-letter.fixture.ts'
import { PASSKEY_LETTERS } from './letters.ts'

/** The letters about passkeys. */
export const sampleLetters: LettersIn = (language) => {
  const { recentRemoved, ...others } = PASSKEY_LETTERS
  const place = { recoverAddress, serviceName: sender.serviceName }
  return [
    ...Object.values(others).map((news) => newsLetter(news, { at }, language, place)),
    newsLetter(recentRemoved, { addedAt: [at, at] }, language, place),
  ]
}
