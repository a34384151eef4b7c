import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { plusSeconds } from '../platform/clock.ts'
import { cookieJar } from '../platform/http/cookies.ts'
import { parseParameters } from '../platform/http/parameters.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { keyring } from '../platform/keyring.ts'
import { Secret, sha256 } from '../platform/secret.ts'
import { systemRandom } from '../platform/system-random.ts'
import { type BrowserNeeds, browserOf } from './browser.ts'

const clock = fakeClock()
const needs: BrowserNeeds = {
  keyring: keyring([Buffer.alloc(32, 1)], systemRandom),
  cookies: cookieJar('http://localhost'),
  random: systemRandom,
  clock,
}
const id = (letter: string) => letter.repeat(43)
const requestOf = (cookie: string | undefined, more: Readonly<Record<string, string>> = {}): HttpRequest =>
  ({ cookie: (name: string) => more[name] ?? cookie, header: () => undefined }) as unknown as HttpRequest
const mine = browserOf(needs, requestOf(id('a')))
const other = browserOf(needs, requestOf(id('b')))
const later = plusSeconds(clock.now(), 60)
const LETTERS = [...'ABCXYZabcxyz0189-_=+/. %\n\0é']

/** The part that proves where a form comes from, without the name of this showing of the page. */
const proofOf = ({ csrfToken }: { readonly csrfToken: string }) => csrfToken.split('~')[0] ?? ''

/** One character put in, taken out or changed. */
function bent(text: string, place: number, letter: string): readonly string[] {
  const at = place % (text.length + 1)
  return [
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at + 1),
  ].filter((changed) => changed !== text)
}

test('a note is handed back as it was signed, by this browser and for this purpose alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (note) => {
      const signed = mine.sign('purpose', note, later)
      expect(mine.read('purpose', signed)).toBe(note)
      expect(mine.read('other purpose', signed)).toBeUndefined()
      expect(other.read('purpose', signed)).toBeUndefined()
      expect(mine.read('purpose', mine.sign('purpose', note, clock.now()))).toBeUndefined()
    }),
  )
})

test('any one character changed, added or left out makes it no note, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.constantFrom(...LETTERS), (note, place, letter) => {
      for (const changed of bent(mine.sign('purpose', note, later), place, letter))
        expect(mine.read('purpose', changed)).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
})

test('what nobody signed is no note', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.base64String(),
        fc.constantFrom('.', 'a.', '.a', '..', 'e30.e30'),
      ),
      (text) => {
        expect(mine.read('purpose', text)).toBeUndefined()
      },
    ),
  )
})

function standingOf(token: string, browser = mine): string {
  const form = parseParameters(new URLSearchParams({ csrf_token: token }).toString())
  return form.ok ? browser.standingOf(form.value) : 'foreign'
}

test('a form is this browser’s with its token as it was given, and with no other spelling of it', () => {
  expect(standingOf(proofOf(mine))).toBe('current')
  expect(standingOf(proofOf(other))).toBe('foreign')
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...LETTERS), (place, letter) => {
      for (const changed of bent(proofOf(mine), place, letter)) expect(standingOf(changed)).toBe('foreign')
    }),
    { numRuns: 1_000 },
  )
})

// proves: threat-browser-cookie-fixation
test('a form is stale once the visit or the session cookie is another, or none; the words of both never mix', () => {
  const cookie = fc.oneof(fc.constantFrom('', id('a'), id('c')), fc.string(), fc.base64String())
  fc.assert(
    fc.property(cookie, cookie, cookie, cookie, (visit, session, otherVisit, otherSession) => {
      fc.pre(visit !== otherVisit || session !== otherSession)
      const seen = { portico_visit: visit, portico_session: session }
      const now = { portico_visit: otherVisit, portico_session: otherSession }
      const shown = browserOf(needs, requestOf(id('a'), seen))
      const sent = browserOf(needs, requestOf(id('a'), now))
      expect(standingOf(proofOf(shown), sent)).toBe('stale')
      expect(standingOf(proofOf(shown), shown)).toBe('current')
    }),
  )
})

test('each showing of a page has another name, and the visit keeps its own', () => {
  const again = browserOf(needs, requestOf(id('a')))
  expect(again.csrfToken).not.toBe(mine.csrfToken)
  expect(mine.csrfToken).toBe(mine.csrfToken)
  expect(proofOf(again)).toBe(proofOf(browserOf(needs, requestOf(id('a'), { portico_visit: id('a') }))))
})

test('an answer leads only to the cookies that it set', () => {
  const lines = mine.signedIn(new Secret('s3cret'), 60)
  const set = Object.fromEntries(lines.map((line) => line.split(';')[0]?.split('=') ?? []))
  const at = (more: Readonly<Record<string, string>>) =>
    browserOf(needs, requestOf(id('a'), { ...set, ...more }))
  expect(at({}).isLedTo(lines)).toBe(true)
  expect(at({ portico_session: 'another' }).isLedTo(lines)).toBe(false)
  expect(at({ portico_visit: id('z') }).isLedTo(lines)).toBe(false)
  expect(at({}).isLedTo(mine.cookies.slice(0, 1))).toBe(false)
})

test('a form shows neither cookie, nor the hash of one', () => {
  const decoded = proofOf(mine)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
  expect(decoded).toHaveLength(2)
  expect(decoded).not.toContain(sha256(id('a')).toString('hex'))
  expect(proofOf(mine)).not.toContain(id('a'))
})

test('a sign-in and a sign-out give another visit; the browser stays known, and no other answer sets a visit again', () => {
  const [same] = mine.cookies
  expect(mine.cookies).toEqual([expect.stringMatching(/^portico_browser=a{43};/)])
  const [browser, visit, session] = mine.signedIn(new Secret('s3cret'), 60)
  expect([browser, session]).toEqual([same, expect.stringMatching(/^portico_session=s3cret;.*Max-Age=60$/)])
  expect(visit).toMatch(/^portico_visit=(?!a{43})[A-Za-z0-9_-]{43};/)
  const [stays, renewed, ended, ...more] = mine.signedOut()
  expect([stays, ended]).toEqual([same, expect.stringMatching(/^portico_session=;.*Max-Age=0$/)])
  expect(renewed).toMatch(/^portico_visit=(?!a{43})[A-Za-z0-9_-]{43};/)
  expect(renewed).not.toBe(visit)
  const gone = ['portico_kept', 'portico_asked_language']
  expect(more).toEqual(gone.map((name) => expect.stringMatching(new RegExp(`^${name}=;.*Max-Age=0$`))))
})

test('a cookie that is none makes a new browser, never a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (cookie) => {
      fc.pre(!/^[A-Za-z0-9_-]{43}$/.test(cookie))
      const browser = browserOf(needs, requestOf(cookie))
      expect(browser.idHash.equals(mine.idHash)).toBe(false)
      expect(browser.cookies[0]).toMatch(/^portico_browser=[A-Za-z0-9_-]{43};/)
      expect(browser.cookies[1]).toMatch(/^portico_visit=[A-Za-z0-9_-]{43};/)
    }),
  )
})
