import { at, type LettersIn, sender, signInAddress } from '../mail/sample-letter.fixture.ts'
import { inLanguage } from '../platform/languages.ts'
import { CLOSING_WORDS } from './words/index.ts'

/** The letters of closing. */
export const sampleLetters: LettersIn = (language) => {
  const { requested, closed } = inLanguage(CLOSING_WORDS, language).letters
  const { serviceName } = sender
  return [
    {
      kind: 'written',
      name: 'closing-requested',
      text: requested({ dueAt: at, signInAddress }, serviceName),
    },
    {
      kind: 'written',
      name: 'account-closed',
      text: closed({ registerAddress: `${sender.baseUrl}/register/` }, serviceName),
    },
  ]
}
