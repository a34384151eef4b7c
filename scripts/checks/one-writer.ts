import { filesBelow, report } from './lib/source-files.ts'

/**
 * Each table is written by one room (style rule 7). These files reach into tables of other rooms, each for a reason:
 * what they do must be one statement or one transaction, and the rooms below them may not look up.
 */
const REACHES: Readonly<Record<string, readonly string[]>> = {
  // Entering a program is one statement with the redemption of the code.
  'tokens/redeem-store.ts': ['audit_events', 'connections'],
  // Signing in from a browser that the account knows is one statement with the event of it.
  'sign-in/start-store.ts': ['sessions', 'known_devices', 'guessed_addresses', 'audit_events'],
  // A guess is counted everywhere, also at the address over all places, by one statement.
  'sign-in/claim-store.ts': ['guessed_addresses'],
  // Closing an account erases what is known of the citizen everywhere, at once.
  'citizens/closing-store.ts': [
    'recovery_links',
    'verification_links',
    'sessions',
    'known_devices',
    'connections',
  ],
  // Removing a program takes its connections along.
  'clients/client-store.ts': ['connections'],
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
