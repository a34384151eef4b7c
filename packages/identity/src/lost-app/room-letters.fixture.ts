import { at, type LettersIn, link, recoverAddress, sender } from '../mail/sample-letter.fixture.ts'
import { inLanguage } from '../platform/languages.ts'
import { Secret } from '../platform/secret.ts'
import { LOST_APP_WORDS } from './words/index.ts'

/** The letters about a lost app. */
export const sampleLetters: LettersIn = (language) => {
  const { letters } = inLanguage(LOST_APP_WORDS, language)
  const { serviceName } = sender
  const waits = { dueAt: at, link }
  const news = { at, recoverAddress }
  const texts = {
    'app-removal-requested': letters.requested(waits, serviceName),
    'app-removal-soon': letters.soon(waits, serviceName),
    'app-removal-stopped': letters.stopped(news, serviceName),
    'app-removal-done': letters.done(news, serviceName),
  }
  const code = new Secret('012345')
  return [
    { kind: 'written', name: 'lost-app', text: letters.report({ link }, serviceName), code },
    ...Object.entries(texts).map(([name, text]) => ({ kind: 'written' as const, name, text })),
  ]
}
