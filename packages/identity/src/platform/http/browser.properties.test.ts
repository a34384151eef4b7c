import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../testing/fake-clock.ts'
import { plusSeconds } from '../clock.ts'
import { keyring } from '../keyring.ts'
import { systemRandom } from '../system-random.ts'
import { type BrowserNeeds, browserOf } from './browser.ts'
import { cookieJar } from './cookies.ts'
import { parseParameters } from './parameters.ts'
import type { HttpRequest } from './route.ts'

const clock = fakeClock()
const needs: BrowserNeeds = {
  keyring: keyring([Buffer.alloc(32, 1)], systemRandom),
  cookies: cookieJar('http://localhost'),
  random: systemRandom,
  clock,
}
const id = (letter: string) => letter.repeat(43)
const requestOf = (cookie: string | undefined): HttpRequest =>
  ({ cookie: () => cookie, header: () => undefined }) as unknown as HttpRequest
const mine = browserOf(needs, requestOf(id('a')))
const other = browserOf(needs, requestOf(id('b')))
const later = plusSeconds(clock.now(), 60)
const LETTERS = [...'ABCXYZabcxyz0189-_=+/. %\n\0é']

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

test('a form is this browser’s with its token as it was given, and with no other spelling of it', () => {
  const ownsWith = (token: string) => {
    const form = parseParameters(new URLSearchParams({ csrf_token: token }).toString())
    return form.ok && mine.owns(form.value)
  }
  expect(ownsWith(mine.csrfToken)).toBe(true)
  expect(ownsWith(other.csrfToken)).toBe(false)
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...LETTERS), (place, letter) => {
      for (const changed of bent(mine.csrfToken, place, letter)) expect(ownsWith(changed)).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})

test('a cookie that is none makes a new browser, never a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (cookie) => {
      fc.pre(!/^[A-Za-z0-9_-]{43}$/.test(cookie))
      const browser = browserOf(needs, requestOf(cookie))
      expect(browser.idHash.equals(mine.idHash)).toBe(false)
      expect(browser.cookies[0]).toMatch(/^portico_browser=[A-Za-z0-9_-]{43};/)
    }),
  )
})
