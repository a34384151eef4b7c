import { newsLetter } from '../mail/index.ts'
import { type LettersIn, recoverAddress, sender } from '../mail/sample-letter.fixture.ts'
import { INVITATION } from './letters.ts'

/** The letter to citizens who were brought. */
export const sampleLetters: LettersIn = (language) => {
  const facts = { keepsPassword: false, address: recoverAddress, movedFrom: 'CityID' }
  return [newsLetter(INVITATION, facts, language, sender)]
}
