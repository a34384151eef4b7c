import type { SettingRule } from '../settings/index.ts'
import { clearSpelling } from './clear-path.ts'

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

/** Whether a path is clear and one of the listed ones. An entry that ends with `/*` stands for everything below it. */
export function isListed(url: string, paths: readonly string[]): boolean {
  if (paths.length === 0 || clearSpelling(url) === null) return false
  const [path = ''] = url.split('?')
  return paths.some((listed) =>
    listed.endsWith('/*') ? path.startsWith(listed.slice(0, -1)) : path === listed,
  )
}
