import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { cookieJar, readCookies } from './cookies.ts'

const value = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.=') })

test('what is set is read back, among any other cookies', () => {
  const jar = cookieJar('http://localhost:4000')
  fc.assert(
    fc.property(value, fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), value)), (own, others) => {
      const pair = jar.set('portico_session', own, 'session').split(';')[0] ?? ''
      const header = [...others.map(([name, other]) => `${name}=${other}`), pair].join('; ')
      expect(readCookies(header).get(jar.name('portico_session'))).toBe(own)
    }),
  )
})

describe('by https', () => {
  const jar = cookieJar('https://id.example.test')

  test('a cookie belongs to this host alone (__Host-), to no script, and to no other site’s POST', () => {
    const line = jar.set('portico_session', 'x', { seconds: 60 })
    expect(line).toBe('__Host-portico_session=x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60')
    expect(line).not.toMatch(/domain/i)
  })

  // proves: threat-cookie-theft
  test('one without the prefix, which a neighbour could have set, does not count', () => {
    expect(readCookies('portico_session=planted').get(jar.name('portico_session'))).toBeUndefined()
  })
})

test('by http on this machine there is no prefix and no Secure, which browsers would refuse', () => {
  const jar = cookieJar('http://localhost:4000')
  expect(jar.set('a', 'x', 'session')).toBe('a=x; Path=/; HttpOnly; SameSite=Lax')
  expect(jar.clear('a')).toBe('a=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
})

describe('reading', () => {
  test('where a name came twice the first counts (RFC 6265 section 5.4)', () => {
    expect(readCookies('a=1; a=2').get('a')).toBe('1')
  })

  test.each([
    ['', undefined],
    ['a', undefined],
    ['=a', undefined],
    ['b=1', undefined],
    ['A=1', undefined],
    ['aa=1', undefined],
    ['xa=1; a=2', '2'],
    ['a=', ''],
    [' a = 1 ', '1'],
    ['a=1=2', '1=2'],
    [';;a=1;;', '1'],
    ['\ta\t=\t1\t', '1'],
  ])('"%s" has a = %s', (header, expected) => {
    expect(readCookies(header).get('a')).toBe(expected)
  })

  // proves: threat-cookie-theft
  test.each(['\xa0', '\v', '\f', '\x85', '\ufeff', '\u2003', '\r', '\n', '\0', '\x1f'])(
    'a name that wears %j is another name: a neighbour host may set it, prefix and all (RFC 6265bis section 4.1.3)',
    (worn) => {
      for (const name of [`${worn}__Host-s`, `__Host-s${worn}`, `${worn}__Host-s${worn}`]) {
        expect(readCookies(`${name}=planted`).get('__Host-s')).toBeUndefined()
        expect(readCookies(`${name}=planted; __Host-s=own`).get('__Host-s')).toBe('own')
      }
    },
  )

  // proves: threat-malformed-input
  test('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(['string', 'undefined']).toContain(typeof readCookies(header).get('a'))
      }),
    )
  })

  // proves: threat-quadratic-parsing
  test('no regular expression reads a header: blanks inside a name are read once, and not again from each of them', () => {
    const exec = vi.spyOn(RegExp.prototype, 'exec')
    const blanks = ' \t'.repeat(4_000)
    const cookies = readCookies(`${blanks}a${blanks}b${blanks}=${blanks}1${blanks}2${blanks}`)
    const runs = exec.mock.calls.length
    exec.mockRestore()
    expect([...cookies]).toEqual([[`a${blanks}b`, `1${blanks}2`]])
    expect(runs).toBe(0)
  })
})
