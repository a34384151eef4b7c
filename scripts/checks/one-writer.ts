import { filesBelow, report } from './lib/source-files.ts'

/**
 * Each table is written by one room (style rule 7). These two files write tables of rooms below them,
 * because what they do must be one statement.
 */
const REACHES: Readonly<Record<string, readonly string[]>> = {
  // The event of entering a program is one statement with the redemption of the code.
  'access/statements/redeem-code.ts': ['audit_events'],
  // Signing in from a browser that the account knows is one statement with the event of it.
  'sign-in/start-store.ts': [
    'sessions',
    'known_devices',
    'guessed_addresses',
    'sign_in_failures',
    'audit_events',
  ],
}

const WRITING = /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)\b(?!\s*=)/gi

const migrations = filesBelow(['packages/identity/migrations'], (path) => path.endsWith('.sql'))
const tables = migrations.flatMap(({ text }) =>
  [...text.matchAll(/create (?:unlogged )?table ([a-z_]+)/g)].map((match) => match[1] ?? ''),
)
const stores = filesBelow(
  ['packages/identity/src'],
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
)

const faults = tables.flatMap((table) => {
  const writers = stores.filter(({ text }) => [...text.matchAll(WRITING)].some((match) => match[1] === table))
  const names = writers
    .map(({ path }) => path.replace('packages/identity/src/', ''))
    .filter((name) => !REACHES[name]?.includes(table))
  const rooms = new Set(names.map((name) => name.split('/')[0]))
  return rooms.size <= 1 ? [] : [`${table} is written by ${names.join(', ')}`]
})

report('A table that more than one room writes', faults)
