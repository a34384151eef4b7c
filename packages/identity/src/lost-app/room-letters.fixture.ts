import { newsLetter } from '../mail/index.ts'
import { at, type LettersIn, link, sender } from '../mail/sample-letter.fixture.ts'
import { inLanguage } from '../platform/languages.ts'
import { Secret } from '../platform/secret.ts'
import { ENDINGS, WARNINGS } from './removal-letters.ts'
import { LOST_APP_WORDS } from './words/index.ts'

/** The letters about a lost app. */
export const sampleLetters: LettersIn = (language) => {
  const { report } = inLanguage(LOST_APP_WORDS, language).letters
  const code = new Secret('012345')
  return [
    { kind: 'written', name: 'lost-app', text: report({ link }, sender.serviceName), code },
    ...Object.values(WARNINGS).map((news) => newsLetter(news, { dueAt: at, link }, language, sender)),
    ...Object.values(ENDINGS).map((news) => newsLetter(news, { at }, language, sender)),
  ]
}
