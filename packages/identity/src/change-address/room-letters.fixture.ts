import {
  at,
  type LettersIn,
  link,
  recoverAddress,
  sender,
  signInAddress,
} from '../mail/sample-letter.fixture.ts'
import { inLanguage } from '../platform/languages.ts'
import { Secret } from '../platform/secret.ts'
import { maskEmail } from './mask-email.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

/** The letters about a new address. */
export const sampleLetters: LettersIn = (language) => {
  const { letters } = inLanguage(CHANGE_ADDRESS_WORDS, language)
  const { serviceName } = sender
  const newAddress = maskEmail('ada@example.org')
  const news = { at, recoverAddress }
  const texts = {
    'address-taken': letters.taken({ signInAddress }, serviceName),
    'address-change-begun': letters.begun({ dueAt: at, newAddress, link }, serviceName),
    'address-change-stopped': letters.stopped(news, serviceName),
    'address-changed': letters.changed({ until: at, newAddress, link }, serviceName),
    'address-is-new': letters.isNew(news, serviceName),
    'address-given-back': letters.givenBack({ at, signInAddress }, serviceName),
  }
  const code = new Secret('012345')
  return [
    { kind: 'written', name: 'new-address', text: letters.prove({ link }, serviceName), code },
    ...Object.entries(texts).map(([name, text]) => ({ kind: 'written' as const, name, text })),
  ]
}
