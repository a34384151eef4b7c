import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, sender, signInAddress } from '../mail/sample-letter.fixture.ts'
import { CLOSING_LETTERS } from './letters.ts'

/** The letters of closing. */
export const sampleLetters: LettersIn = (language) => {
  const { requested, putOff, calledOff, closed } = CLOSING_LETTERS
  return [
    newsLetter(requested, { dueAt: at, signInAddress }, language, sender),
    newsLetter(putOff, { dueAt: at, signInAddress }, language, sender),
    newsLetter(calledOff, { at }, language, sender),
    newsLetter(closed, { registerAddress: `${sender.baseUrl}/register/` }, language, sender),
  ]
}
