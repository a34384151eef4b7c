import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, sender } from '../mail/sample-letter.fixture.ts'
import { DOWNLOADED } from './allow-download.ts'

/** The letter about a copy. */
export const sampleLetters: LettersIn = (language) => [newsLetter(DOWNLOADED, { at }, language, sender)]
