import { judgeRealRooms } from './lib/real-rooms.ts'
import { report } from './lib/source-files.ts'

/**
 * Checks that a room reads and writes only its own tables, and reads those of the rooms below it (plan.ts). With `--list`, prints which
 * tables each file uses.
 */
const packages = judgeRealRooms()
for (const { faults, locks, statements } of packages) {
  report('SQL against the plan of the rooms (plan.ts)', faults)
  if (process.argv.includes('--list')) list(statements, locks)
}

function list(statements: (typeof packages)[number]['statements'], locks: readonly string[]): void {
  for (const file of new Set(statements.map((statement) => statement.file))) {
    const uses = statements.filter((statement) => statement.file === file).flatMap((one) => one.uses)
    const lines = new Set(uses.map(({ table, use, lock }) => `  ${use} ${table} ${lock ?? ''}`.trimEnd()))
    process.stdout.write([file, ...[...lines].sort(), ''].join('\n'))
  }
  process.stdout.write(locks.map((lock) => `${lock}\n`).join(''))
}
