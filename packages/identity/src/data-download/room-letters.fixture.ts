import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, sender } from '../mail/sample-letter.fixture.ts'
import { DOWNLOADED } from './allow-download.ts'
import { COPIED } from './data-order.ts'

/** The letters about a copy. */
export const sampleLetters: LettersIn = (language) =>
  [DOWNLOADED, COPIED].map((news) => newsLetter(news, { at }, language, sender))
