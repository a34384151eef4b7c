import { fingerprintSync, loadModule } from 'libpg-query'
import type { Statement } from '../checks/lib/statements.ts'
import type { Measure } from './measure.ts'

await loadModule()

/** Places that send the same statement and may, by a part of the name of the file of each. */
const ALLOWED: readonly { readonly files: readonly string[]; readonly because: string }[] = [
  {
    files: ['store/postgres/starter-accounts.ts', 'store/statements/starter-accounts.ts'],
    because: 'one constant, which the program sends over its own pool in PostgreSQL',
  },
  {
    files: ['store/statements/purge.ts', 'store/statements/tickets.ts'],
    because: 'one has a hundred keys, and the parser counts a list of one key as that key',
  },
]

/** Statements on tables that stand in more than one place: the same but for constants, aliases and layout. */
export function statementsToldTwice(statements: readonly Statement[], allowed = ALLOWED): Measure {
  const places = new Map<string, Set<string>>()
  for (const { file, line, texts } of statements.filter(({ uses }) => uses.length > 0))
    for (const text of texts) {
      // The tables of a program's PostgreSQL are in a schema, those of its other databases begin with its name.
      const fingerprint = fingerprintSync(text.replaceAll('sso.', 'sso_'))
      places.set(fingerprint, (places.get(fingerprint) ?? new Set()).add(`${file}:${line}`))
    }
  const same = [...places.values()].filter(({ size }) => size > 1).map((group) => [...group])
  const isAllowed = (group: readonly string[]) =>
    allowed.some(
      ({ files }) =>
        files.length === group.length && files.every((name) => group.some((one) => one.includes(name))),
    )
  const found = same.filter((group) => !isAllowed(group)).map((group) => group.join(' = '))
  return { name: 'statements told more than once', now: found.length, wanted: 0, found }
}
