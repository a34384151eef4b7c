import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRedirectUri } from './redirect-uri.ts'
import { readClientScope } from './scope.ts'

const PIECES = [
  'https:',
  'http:',
  'HTTPS:',
  'javascript:',
  '/',
  '//',
  '\\',
  '@',
  ':',
  '443',
  '?',
  '#',
  '%2f',
  '%40',
  '%00',
  '%',
  '..',
  '.',
  '%2e',
  '%2E',
  '/../',
  '%5c',
  '*',
  ' ',
  '\t',
  '\n',
  'example.test',
  'localhost',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  '[',
  ']',
  'evil.test',
  'é',
  '\u3002',
  '\uff0f',
  'a=b',
  '&',
  ';',
  '"',
  '<',
  '|',
  '^',
  '`',
]
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => `https://a.test/${pieces.join('')}`),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => `https://${pieces.join('')}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
)

test('a redirect URI is read or refused, never thrown at, and kept byte for byte', () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readRedirectUri(given)
      if (read.ok) expect(read.value).toBe(given)
    }),
    { numRuns: 5_000 },
  )
})

test('browsers read what is kept as an address by https or of this machine, with no user and no fragment', () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readRedirectUri(given)
      fc.pre(read.ok)
      const url = new URL(read.value)
      expect([url.username, url.password, url.hash]).toEqual(['', '', ''])
      expect(url.hostname).not.toBe('')
      if (url.protocol !== 'https:')
        expect([url.protocol, /^(?:localhost|127\..*|\[::1\])$/.test(url.hostname)]).toEqual(['http:', true])
      expect(read.value).not.toMatch(/[\s\\"<>]/)
    }),
    { numRuns: 5_000 },
  )
})

test('what the answer adds stays in the query: host and path are as they were registered', () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readRedirectUri(given)
      fc.pre(read.ok)
      const [before, after] = [
        new URL(read.value),
        new URL(`${read.value}${read.value.includes('?') ? '&' : '?'}code=c`),
      ]
      expect([after.origin, after.pathname]).toEqual([before.origin, before.pathname])
      expect(after.searchParams.getAll('code').at(-1)).toBe('c')
    }),
    { numRuns: 3_000 },
  )
})

// proves: threat-redirect-uri
test('browsers ask for the path as it was registered, and so does whoever decodes it once', () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readRedirectUri(given)
      fc.pre(read.ok)
      const path = /^[^/]*\/\/[^/?]*([^?]*)/.exec(read.value)?.[1] ?? ''
      expect(new URL(read.value).pathname).toBe(path === '' ? '/' : path)
      const decoded = path.replace(/%(2e|2f|3b|5c)/gi, (byte) => decodeURIComponent(byte))
      const segments = decoded.split(/[/\\]/).map((segment) => segment.split(';')[0])
      expect(segments.filter((segment) => segment === '.' || segment === '..')).toEqual([])
    }),
    { numRuns: 5_000 },
  )
})

test('scopes are read into words of the list, or refused', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'openid',
      'profile',
      'email',
      'offline_access',
      'OPENID',
      '__proto__',
      'admin',
      ' ',
      '\u00a0',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const read = readClientScope(words.join(' '))
      if (read.ok) expect(readClientScope(read.value)).toEqual(read)
      if (read.ok) expect(read.value).toMatch(/^openid(?: profile)?(?: email)?(?: offline_access)?$/)
    }),
  )
})
