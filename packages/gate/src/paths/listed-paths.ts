import type { SettingRule } from '../settings/index.ts'

/** What `isListed` can compare: no encoded and no ambiguous characters. */
const PATH = /^\/(?:[A-Za-z0-9._~!$&'()+,=:@-]+\/)*(?:[A-Za-z0-9._~!$&'()+,=:@-]+|\*)?$/

/** Whether a setting may name this path. */
export function isPlainPath(path: string): boolean {
  return PATH.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path)
}

/** A setting that lists paths. */
export const PATHS: SettingRule<readonly string[]> = {
  fallback: [],
  parse(text) {
    const paths = text.split(/\s+/)
    return paths.every(isPlainPath) ? paths : undefined
  },
  expected: 'must be paths, separated by spaces; one that ends with /* stands for everything below it',
  example: '/static/* /favicon.ico',
}

/**
 * What the gate and the back end may read as different paths: dot segments, double and back slashes, path parameters, and
 * encoded forms of them, also those that UTF-8 forbids and lenient decoders read. Such a path is on no list that opens something.
 */
const AMBIGUOUS = /(?:^|\/)\.{1,2}(?:[/;]|$)|\/\/|\\|;|%(?:00|25|2e|2f|3b|5c|c0|c1|[ef]0%80|u)/i

/** Whether two readers may read a path in two ways. */
export function isAmbiguous(path: string): boolean {
  return AMBIGUOUS.test(path)
}

/** Whether a path is one of the listed ones. An entry that ends with `/*` stands for everything below it. */
export function isListed(url: string, paths: readonly string[]): boolean {
  const [path = ''] = url.split('?')
  if (isAmbiguous(path)) return false
  return paths.some((listed) =>
    listed.endsWith('/*') ? path.startsWith(listed.slice(0, -1)) : path === listed,
  )
}
