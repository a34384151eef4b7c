import { fixturesOf } from '../platform/room/fixtures.fixture.ts'
import { Secret } from '../platform/secret.ts'
import { at, type LettersIn, link, recoverAddress, signInAddress } from './sample-letter.fixture.ts'
import type { LetterOf } from './words/wording.ts'

/** One letter of each kind whose words are in this room. A missing kind does not compile. */
export const everyKind: LetterOf = {
  registration: { kind: 'registration', link, code: new Secret('012345') },
  'already-registered': { kind: 'already-registered', signInAddress, recoverAddress },
  recovery: { kind: 'recovery', link },
  'was-not-me': { kind: 'was-not-me', link },
  'new-browser': { kind: 'new-browser', link },
  verification: { kind: 'verification', link },
  'password-changed': { kind: 'password-changed', recoverAddress },
  'new-device': { kind: 'new-device', browser: 'Firefox', system: 'Linux', at, recoverAddress },
}

const ofRooms = await fixturesOf<{ readonly sampleLetters: LettersIn }>('room-letters')

/** One letter of each kind, in this language where its room has written it. */
export const everyLetter: LettersIn = (language) => [
  ...Object.values(everyKind),
  ...ofRooms.flatMap(({ sampleLetters }) => sampleLetters(language)),
]

/** What the outbox calls a letter. */
export const letterName = (letter: ReturnType<LettersIn>[number]): string =>
  letter.kind === 'written' ? letter.name : letter.kind
