import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, sender, signInAddress } from '../mail/sample-letter.fixture.ts'
import { BREAK_GLASS_LETTERS } from './letters.ts'

/** The letter about a way into the console. */
export const sampleLetters: LettersIn = (language) => [
  newsLetter(BREAK_GLASS_LETTERS.made, { endsAt: at, signInAddress }, language, sender),
]
