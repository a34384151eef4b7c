import { describe, expect, test } from 'vitest'
import { isListed } from './index.ts'
import { demandFor, type RecentPath } from './recent-paths.ts'

const OPENED = ['/public/*', '/*']
const DEMANDED: readonly RecentPath[] = [
  { path: '/pay', withinMinutes: 10, factor: 'any' },
  { path: '/account', withinMinutes: 5, factor: 'any' },
]

const minutesOf = (path: string) => demandFor(path, DEMANDED)?.withinMinutes ?? null

// proves: threat-copied-files
describe('a path that is not clear is opened by no list, and every list that demands something holds for it', () => {
  test.each([
    ...[
      '/public/../permits',
      '/public/..',
      '/public/./x',
      '/public//x',
      '/public/x;a',
      '/public/x\\y',
      '//public/x',
    ],
    ...[
      '/public/%2e%2e/permits',
      '/public/..%2fpermits',
      '/public/..%5Cpermits',
      '/public/%252e%252e/permits',
    ],
    ...['/public/%ef%bc%8e%ef%bc%8e/permits', '/public/..%ef%bc%8fpermits', '/public/..%EF%BC%BCpermits'],
    ...['/public/.%0d./permits', '/public/.%0a./permits', '/public/.%09./permits', '/public/.%7f./permits'],
    ...[
      '/public/.%20./permits',
      '/public/..%20/permits',
      '/public/.%c2%a0./permits',
      '/public/.%e2%80%8b./permits',
    ],
    ...[
      '/public/.%cc%81./permits',
      '/public/.%ad./permits',
      '/public/.%c2%ad./permits',
      '/public/%ff/permits',
      '/public/%',
    ],
    ...[
      '/public/%e2%80%a5/permits',
      '/public/%ef%b9%92%ef%b9%92/permits',
      '/public/%ef%bd%a1%ef%bd%a1/permits',
    ],
    ...[
      '/public/..%e2%88%95permits',
      '/public/..%e2%81%84permits',
      '/public/..%c2%a5permits',
      '/public/..%e2%82%a9permits',
    ],
    ...['/public/..%c0%afpermits', '/public/%e0%80%ae%e0%80%ae/permits', '/public/%u002e%u002e/permits'],
    ...[
      '/public/a%3fb',
      '/public/a%23b',
      '/public/a#b',
      '/public/x%00.css',
      '/public/%ef%bc%9bx',
      '/public/a%2a',
    ],
  ])('%s', (path) => {
    expect([path, isListed(path, OPENED), minutesOf(path)]).toEqual([path, false, 5])
  })

  // proves: threat-slow-normal-form
  test('a row of more marks than any language writes, and not one of thirty', () => {
    const marks = (count: number): string => `/public/a${'%CC%81'.repeat(count)}`
    expect([isListed(marks(31), OPENED), minutesOf(marks(31))]).toEqual([false, 5])
    expect([isListed(marks(30), OPENED), minutesOf(marks(30))]).toEqual([true, null])
  })

  test.each([
    '/public/',
    '/public/a.css',
    '/public/my%20file.pdf',
    '/public/stra%C3%9Fe',
    '/public/%e5%ba%9c.png',
    '/public/a?x=../b',
  ])('a clear one is what it is: %s', (path) =>
    expect([path, isListed(path, OPENED), minutesOf(path)]).toEqual([path, true, null]),
  )
})
