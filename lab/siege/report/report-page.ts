import { table } from '../../kit/markdown.ts'
import type { Size } from './options.ts'
import type { Finished } from './progress.ts'
import { tableOf } from './row.ts'

/** One stage of the page, as the newest run that finished it saw it. */
export interface Chapter {
  readonly stage: string
  readonly about: string
  /** Undefined where no run has finished it yet. */
  readonly last: (Finished & { readonly size: Size }) | undefined
}

/** The page that `--write` leaves in docs. */
export function reportPage(chapters: readonly Chapter[], machine: string): string {
  return [WHAT, stageTable(chapters), '', lastTable(chapters, machine), WHAT_NOT].join('\n')
}

const WHAT = `# Siege

A long trial by attack, race and fault: several \`portico serve\` on one real PostgreSQL, a real mail server, two processes
of a program, and everything that may happen to them. It is no part of \`npm test\`, which tries the same classes once; the
siege tries them hundreds of times, at moments that nobody chose.

\`\`\`
npm run siege                           every stage in full
npm run siege -- --quick                few rounds of everything, ten minutes
npm run siege -- --only races,kills     these stages alone
npm run siege -- --write                and the table into this page
\`\`\`

It needs nothing but this repository: PostgreSQL and the mail server are its own, in folders that are removed at the end,
and everything listens on 127.0.0.1. It says what it does as it goes. A run that was ended goes on at the stage where it
was (\`--fresh\` begins again); a stage that hangs is given up. It ends with a table, and with 1 when a claim was broken.

Written by \`--write\` from lab/siege/report/report-page.ts: change that, not this page.

## What it tries
`

function stageTable(chapters: readonly Chapter[]): string {
  const rows = chapters.map(({ stage, about, last }) => [
    ...[stage, about, last === undefined ? 'not yet' : `${last.size}, ${last.day}`],
  ])
  return table(['Stage', 'What happens', 'Last run'], rows)
}

function lastTable(chapters: readonly Chapter[], machine: string): string {
  return `## What was seen

${machine}. *Held*: it was tried so often and did not break. *Measured*: a figure without a judgement. *Skipped*: why it
could not be tried.

That the siege would see what it looks for was proved where that is in doubt. With the hash of nobody taken out of a copy of
the source, \`enumeration\` breaks at sign-in: known addresses take 25 ms longer, in 91 of 100 pairs (p 1e-14, 60 samples).
With the ways of closing and of losing a connection as they were before the siege found their faults, \`handover\` sees
processes end with 1 after 20 s, and \`postgres\` sees the process die when a connection breaks amid a transaction.

${tableOf(chapters.flatMap(({ last }) => last?.rows ?? []))}
`
}

const WHAT_NOT = `## What it does not try

- Power cuts, and disks that lie about what they have written: processes are killed, machines are not.
- Several machines: everything shares one clock (which is set under the processes, not in the kernel) and one loopback.
- A replica that takes over, and poolers before PostgreSQL; a read-only server and broken lines stand for what a service
  sees of them.
- A disk that fills under a PostgreSQL of yours, or under logs: the embedded server’s disk is filled, where the siege may
  mount one.
- Redis as the keeper of counters; the limits are tried with PostgreSQL as the keeper.
- Timing over a network, and differences under a millisecond or two: whoever measures sits on the same machine, which is
  better for them than any network, and still sees so many samples only.
- Floods of bytes and of connections: a proxy stands before the service for that. Raw sockets and broken requests are
  tried by journeys/attacks.
- Load for hours, and millions of rows: see the bench.
`
