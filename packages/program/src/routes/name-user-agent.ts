import type { SessionDevice } from '../store/index.ts'

/** No browser sends more. What follows is not read. */
const MOST_CHARACTERS = 512

/** Products of a User-Agent, and the browser that each is of. Browsers name those that they descend from, so the first one wins. */
const BROWSERS: readonly (readonly [products: string, browser: string])[] = [
  ['SamsungBrowser', 'Samsung Internet'],
  ['YaBrowser', 'Yandex Browser'],
  ['Vivaldi', 'Vivaldi'],
  ['DuckDuckGo Ddg', 'DuckDuckGo'],
  ['OPR OPT OPX OPiOS Opera', 'Opera'],
  ['Edg EdgA EdgiOS Edge', 'Edge'],
  ['Firefox FxiOS Focus Klar', 'Firefox'],
  ['Chrome CriOS Chromium HeadlessChrome', 'Chrome'],
]

/** Words of the first comment, and the system that each is of. An Android names Linux, and an iPhone names Mac OS X. */
const SYSTEMS: readonly (readonly [word: RegExp, system: string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biP(?:hone|od)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh\b| OS X\b)/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The names of browser and system in a User-Agent (RFC 9110 section 10.1.5: products with versions, and comments). Each name is
 * one of the words in this file, so nothing that a browser sends is stored or shown.
 */
export function nameUserAgent(header: string | null): Pick<SessionDevice, 'browser' | 'system'> {
  const text = (header ?? '').slice(0, MOST_CHARACTERS)
  const [, comment = ''] = text.split(/[()]/, 2)
  return {
    browser: browserOf(productsOf(text)),
    system: SYSTEMS.find(([word]) => word.test(comment))?.[1] ?? null,
  }
}

function productsOf(text: string): ReadonlySet<string> {
  const words = text.replaceAll(/[()]/g, ' ').split(' ')
  return new Set(words.flatMap((word) => (word.includes('/') ? word.slice(0, word.indexOf('/')) : [])))
}

function browserOf(products: ReadonlySet<string>): string | null {
  const known = BROWSERS.find(([names]) => names.split(' ').some((name) => products.has(name)))
  if (known) return known[1]
  // Web views and other programs of an iPhone name Safari without a version.
  return products.has('Version') && products.has('Safari') ? 'Safari' : null
}
