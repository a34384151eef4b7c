import { describe, expect, test } from 'vitest'
import { nameUserAgent } from './name-user-agent.ts'

const named = (header: string | null) => {
  const { browser, system } = nameUserAgent(header)
  return `${browser} on ${system}`
}
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('a browser and its system are named', () => {
  test.each([
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0'],
    ['Firefox on Android', 'Mozilla/5.0 (Android 16; Mobile; rv:149.0) Gecko/149.0 Firefox/149.0'],
    ['Firefox on iOS', `${IPHONE} FxiOS/149.0 Mobile/15E148 Safari/605.1.15`],
    [
      'Chrome on Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/150.0.0.0 Safari/537.36`,
    ],
    [
      'Chrome on Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/150.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Chrome on ChromeOS',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/150.0.0.0 Safari/537.36`,
    ],
    ['Chrome on iOS', `${IPHONE} CriOS/150.0.7000.0 Mobile/15E148 Safari/604.1`],
    [
      'Edge on Windows',
      `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    ],
    [
      'Opera on macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KHTML} Chrome/150 Safari/537.36 OPR/120`,
    ],
    [
      'Samsung Internet on Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} SamsungBrowser/28.0 Chrome/130 Safari/537.36`,
    ],
    ['Safari on iOS', `${IPHONE} Version/19.1 Mobile/15E148 Safari/604.1`],
    [
      'Safari on iPadOS',
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
    ],
    ['Safari on macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.1 Safari/605.1.15'],
  ])('%s', (name, header) => expect(named(header)).toBe(name))
})

describe('what is not known stays unknown', () => {
  test.each<[string, string | null, string]>([
    ['no header', null, 'null on null'],
    ['an empty header', '', 'null on null'],
    ['an app of its own', 'okhttp/4.12.0', 'null on null'],
    ['a command', 'curl/8.9.1', 'null on null'],
    ['a web view of an iPhone', `${IPHONE} Mobile/15E148`, 'null on iOS'],
    ['Safari without a version', `${IPHONE} Mobile/15E148 Safari/604.1`, 'null on iOS'],
    ['a name without a version', 'Mozilla/5.0 (X11; Linux) Firefox', 'null on Linux'],
    ['a longer name', 'Mozilla/5.0 (X11; Linux) NotFirefox/1 Firefoxes/1', 'null on Linux'],
    ['another case', 'mozilla/5.0 (x11; linux) firefox/149.0', 'null on null'],
    ['a system outside of the comment', 'Windows Android Linux Firefox/149.0', 'Firefox on null'],
    ['a system in a second comment', 'Mozilla/5.0 (X11) Gecko (Windows) Firefox/149.0', 'Firefox on null'],
    ['a comment that begins and does not end', 'Mozilla/5.0 (Linux Firefox/149.0', 'Firefox on Linux'],
    ['a name after 512 characters', `${'x'.repeat(512)} (Linux) Firefox/149.0`, 'null on null'],
    ['names of every object', 'constructor/1 __proto__/1 (toString) hasOwnProperty/1', 'null on null'],
    ['markup', '<script>alert(1)</script>', 'null on null'],
    ['control characters', 'Firefox\u0007/1 (Li\u202enux)', 'null on null'],
  ])('%s', (_what, header, name) => expect(named(header)).toBe(name))
})
