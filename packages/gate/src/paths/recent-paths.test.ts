import { describe, expect, test } from 'vitest'
import { settingReader } from '../settings/index.ts'
import { readPathRules } from './path-rules.ts'
import { ANY_AGE_MINUTES, demandFor, type RecentPath } from './recent-paths.ts'

const read = (text: string) => {
  const reader = settingReader({ GATE_RECENT_SIGN_IN_PATHS: text })
  return { paths: readPathRules(reader, null).recentPaths, problems: reader.problems }
}
const minutesFor = (url: string, listed: readonly RecentPath[]) =>
  demandFor(url, listed)?.withinMinutes ?? null
const { paths } = read('/pay=10 /account/close/*=5')
const minutes = (url: string) => minutesFor(url, paths)

describe('a listed path needs a recent sign-in', () => {
  test.each([
    ['as it is listed', '/pay'],
    ['with a query', '/pay?amount=1'],
    ['with an empty query', '/pay?'],
    ['with a slash at the end', '/pay/'],
    ['below it', '/pay/now/1'],
    ['with a format', '/pay.json'],
    ['with a dot at the end', '/pay.'],
    ['in capital letters', '/PAY'],
    ['in mixed letters, below it', '/Pay/Now'],
    ['with encoded letters', '/%70%61%79'],
    ['with one encoded letter in capitals', '/p%41y'],
    ['with letters of full width', '/%EF%BD%90%EF%BD%81%EF%BD%99'],
    ['with a full-width slash below it', '/pay%EF%BC%8Fx'],
    ['with an accent', '/p%C3%A4y'],
    ['with a combining accent', '/pa%CC%81y'],
    ['with a space at the end', '/pay%20'],
    ['with a hard space at the end', '/pay%C2%A0'],
    ['as a stream of Windows', '/pay::$DATA'],
  ])('%s', (_how, url) => expect(minutes(url)).toBe(10))

  test.each([
    ['itself', '/account/close'],
    ['below it', '/account/close/yes'],
    ['with a dot inside', '/account./close'],
    ['with capital letters', '/ACCOUNT/close'],
    ['with a dotless i in its place', '/account/clo%C5%BFe'],
  ])('an entry with /* holds for the path %s', (_how, url) => expect(minutes(url)).toBe(5))
})

describe('what two readers could read in two ways needs the youngest sign-in of all', () => {
  test.each([
    '/./pay',
    '/x/../pay',
    '/x/..;/pay',
    '//pay',
    '/public//pay',
    '/\\pay',
    '/x\\..\\pay',
    '/pay;jsessionid=1',
    '/;/pay',
    '/%2e%2e/pay',
    '/x/%2E%2E%2Fpay',
    '/x%2fpay',
    '/x%5c..%5cpay',
    '/%252e%252e/pay',
    '/%2570ay',
    '/pay%00',
    '/pay%00.png',
    '/pay%0a',
    '/pa%09y',
    '/p%E2%80%8Bay',
    '/p%C2%ADay',
    '/%u0070ay',
    '/%C0%AFpay',
    '/%C0%AE%C0%AE/pay',
    '/pay%',
    '/p%E4y',
    '/x#/../pay',
    '/x%23/pay',
    '/x%3F/pay',
    '/%E2%80%A5/pay',
    '/%E2%80%A4/pay',
    '/x/.%2e/pay',
    '/%EF%BC%8Fpay/',
    // ASP.NET takes these out, wherever they are, and Windows has a second name for a folder.
    '/(S(x))/pay',
    '/p(A(x)F(y))ay',
    '/%28s%28x%29%29/pay',
    '/accoun~1/close',
    '/ACCOUN%7e1/close',
  ])('%s', (url) => expect(minutes(url)).toBe(5))
})

describe('every other path needs none', () => {
  test.each([
    '/',
    '/payments',
    '/pay-later',
    '/repay',
    '/x/pay',
    '/account',
    '/account/closed',
    '/accounts/close',
    '/permits?then=/pay',
    '/permits?x=%2e%2e/pay',
    '/stra%C3%9Fe/1',
    '/my%20file.pdf',
    '/a.b/c.d',
    '/~ana/x,y',
    '/~7/x',
    '/towns(7)/streets',
  ])('%s', (url) => expect(minutes(url)).toBeNull())

  test('and without an entry, no path does', () => {
    for (const url of ['/pay', '/../pay', '//pay', '/%']) expect(minutesFor(url, [])).toBeNull()
  })
})

test('of several entries, the youngest sign-in counts, and / is everything', () => {
  const several = read('/=60 /pay=10 /pay/large=2').paths
  expect(['/', '/x', '/pay', '/pay/large', '/pay/large/1'].map((url) => minutesFor(url, several))).toEqual([
    60, 60, 10, 2, 2,
  ])
})

describe('the setting refuses', () => {
  test.each([
    ['a path without minutes', '/pay'],
    ['no minutes', '/pay='],
    ['zero', '/pay=0'],
    ['more than a week', '/pay=10081'],
    ['a fraction', '/pay=1.5'],
    ['less than nothing', '/pay=-5'],
    ['words', '/pay=ten'],
    ['a path without a slash', 'pay=10'],
    ['an address', 'https://permits.example.org/pay=10'],
    ['an encoded path', '/%70ay=10'],
    ['dots', '/x/../pay=10'],
    ['two slashes', '//pay=10'],
    ['a star in the middle', '/*/pay=10'],
    ['a parameter', '/pay;x=10'],
    ['a query', '/pay?x=10'],
    ['one wrong entry beside a right one', '/pay=10 close=5'],
  ])('%s', (_what, text) => {
    const { paths: none, problems } = read(text)
    expect(none).toEqual([])
    expect(problems.map(({ path }) => path)).toEqual(['GATE_RECENT_SIGN_IN_PATHS'])
  })
})

describe('a class of the sign-in', () => {
  const several = read('/pay=10+two-factors /admin=passkey /close=5').paths

  test.each([
    ['/pay', { withinMinutes: 10, factor: 'two-factors' }],
    ['/admin/users', { withinMinutes: ANY_AGE_MINUTES, factor: 'passkey' }],
    ['/close', { withinMinutes: 5, factor: 'any' }],
    ['/x/../close', { withinMinutes: 5, factor: 'passkey' }],
    ['/', null],
  ])('of %s is as listed, and unclear paths need the strongest of all', (url, demand) =>
    expect(demandFor(url, several)).toEqual(demand),
  )

  test.each([
    '/pay=',
    '/pay=passkey+10',
    '/pay=10+',
    '/pay=+passkey',
    '/pay=otp',
    '/pay=0+passkey',
    '/pay=10+any',
  ])('%s is refused', (text) =>
    expect(read(text).problems.map(({ path }) => path)).toEqual(['GATE_RECENT_SIGN_IN_PATHS']),
  )
})
