import { EPOCH } from '../platform/clock.ts'
import { UTC } from '../platform/date-words.ts'
import { inLanguage } from '../platform/languages.ts'
import { Secret } from '../platform/secret.ts'
import type { News } from './news.ts'
import { letterText, letterWords } from './words/letter-words.ts'
import type { LetterOf } from './words/wording.ts'

const link = new Secret('')

/** Facts of nobody: no subject says any of them. A letter that needs others does not compile where its room names it. */
const NO_FACTS = {
  ...{ at: EPOCH, dueAt: EPOCH, until: EPOCH, endsAt: EPOCH, addedAt: [], isLast: false },
  ...{ link, newAddress: '', signInAddress: '', registerAddress: '', recoverAddress: '' },
  ...{ name: '', left: 0, keepsPassword: false, address: '', movedFrom: undefined },
}

/** A letter whose subject can be read before it is written. */
export type NamedLetter = News<typeof NO_FACTS>

/** The letters whose words are in this room. A missing kind does not compile. */
const OWN: LetterOf = {
  registration: { kind: 'registration', link },
  'already-registered': { kind: 'already-registered', signInAddress: '', recoverAddress: '' },
  recovery: { kind: 'recovery', link },
  'was-not-me': { kind: 'was-not-me', link },
  'new-browser': { kind: 'new-browser', link },
  verification: { kind: 'verification', link },
  'password-changed': { kind: 'password-changed', recoverAddress: '' },
  'new-device': { kind: 'new-device', browser: '', system: '', at: EPOCH, recoverAddress: '' },
}

/** The subject of a letter in a language, by what the outbox calls it. Undefined where neither this room nor one of these letters has that name. */
export function subjectOf(
  name: string,
  language: string,
  ofRooms: readonly NamedLetter[],
): string | undefined {
  if (isOwn(name)) {
    const sender = { serviceName: '', timeZone: UTC }
    return letterText(letterWords(language), name, OWN[name], sender).subject
  }
  const letter = ofRooms.find((one) => one.name === name)
  return letter && inLanguage(letter.write, language)(NO_FACTS, '', () => '').subject
}

const isOwn = (name: string): name is keyof LetterOf => Object.hasOwn(OWN, name)
