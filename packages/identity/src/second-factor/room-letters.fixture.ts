import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, sender } from '../mail/sample-letter.fixture.ts'
import { CODE_LETTERS } from './letters.ts'

/** The letters about apps for codes and recovery codes. */
export const sampleLetters: LettersIn = (language) => {
  const { wrongCodes, recentRemoved, ...others } = CODE_LETTERS
  return [
    ...Object.values(others).map((news) => newsLetter(news, { at }, language, sender)),
    newsLetter(wrongCodes, { at, isLast: true }, language, sender),
    newsLetter(recentRemoved, { addedAt: [at, at], isLast: true }, language, sender),
  ]
}
