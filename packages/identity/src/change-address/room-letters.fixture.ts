import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, link, sender, signInAddress } from '../mail/sample-letter.fixture.ts'
import { Secret } from '../platform/secret.ts'
import { CHANGE_LETTERS } from './change-letters.ts'
import { maskEmail } from './mask-email.ts'

/** The letters about a new address. */
export const sampleLetters: LettersIn = (language) => {
  const { prove, ...others } = CHANGE_LETTERS
  const newAddress = maskEmail('ada@example.org')
  const facts = { at, dueAt: at, until: at, link, newAddress, signInAddress }
  return [
    { ...newsLetter(prove, { link }, language, sender), code: new Secret('012345') },
    ...Object.values(others).map((news) => newsLetter(news, facts, language, sender)),
  ]
}
