import type { Size } from './options.ts'
import { type Row, tableOf } from './row.ts'

/** The page that `--write` leaves in docs. */
export function reportPage(rows: readonly Row[], size: Size): string {
  const command = size === 'quick' ? 'npm run siege -- --quick --write' : 'npm run siege -- --write'
  return `# Siege

Long races and faults on real processes: several \`portico serve\` on one PostgreSQL, a real mail server, and everything
that may happen to them. Written by \`${command}\`; do not edit it by hand. A *held* claim was tried and
did not break; *measured* is a figure without a judgement; *skipped* says why it could not be tried.

${tableOf(rows)}
`
}
