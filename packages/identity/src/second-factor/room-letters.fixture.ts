import { newsLetter } from '../factors/index.ts'
import { at, type LettersIn, recoverAddress, sender } from '../mail/sample-letter.fixture.ts'
import { CODE_LETTERS } from './letters.ts'

/** The letters about apps for codes and recovery codes. */
export const sampleLetters: LettersIn = (language) => {
  const { wrongCodes, recentRemoved, ...others } = CODE_LETTERS
  const place = { recoverAddress, serviceName: sender.serviceName }
  return [
    ...Object.values(others).map((news) => newsLetter(news, { at }, language, place)),
    newsLetter(wrongCodes, { at, isLast: true }, language, place),
    newsLetter(recentRemoved, { addedAt: [at, at], isLast: true }, language, place),
  ]
}
