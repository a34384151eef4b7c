import { at, type LettersIn, recoverAddress, sender } from '../mail/sample-letter.fixture.ts'
import { inLanguage } from '../platform/languages.ts'
import { DATA_WORDS } from './words/index.ts'

/** The letter about a copy. */
export const sampleLetters: LettersIn = (language) => {
  const { downloaded } = inLanguage(DATA_WORDS, language).letters
  return [
    {
      kind: 'written',
      name: 'data-downloaded',
      text: downloaded({ at, recoverAddress }, sender.serviceName),
    },
  ]
}
