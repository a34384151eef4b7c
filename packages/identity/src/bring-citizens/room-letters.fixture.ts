import { newsLetter } from '../mail/index.ts'
import { type LettersIn, recoverAddress, sender, signInAddress } from '../mail/sample-letter.fixture.ts'
import { INVITATION } from './letters.ts'

/** The letter to citizens who were brought, with a password and without one. */
export const sampleLetters: LettersIn = (language) => [
  newsLetter(
    INVITATION,
    { keepsPassword: false, address: recoverAddress, movedFrom: 'CityID' },
    language,
    sender,
  ),
  newsLetter(
    INVITATION,
    { keepsPassword: true, address: signInAddress, movedFrom: undefined },
    language,
    sender,
  ),
]
