import { tableOf } from './page-tables.ts'
import type { ToldRoom } from './rooms-told.ts'

const HEAD = `# Audit events

Made by \`npm run docs:write\` from the events that the rooms list; do not edit it. \`npm run check\` compares it with them.

Each row of the audit has one of these names ([the audit](../runbooks/audit.md)). The names are [public](../versioning.md#what-is-public). The room of an event says how often it
can be written, and whether its citizen reads a sentence about it.
`

/** The page of all audit events, in the order of their names. */
export function auditEventsPage(rooms: readonly ToldRoom[]): string {
  const rows = rooms.flatMap(({ name, events }) =>
    Object.entries(events).map(([event, { means }]) => [
      `\`${event}\``,
      means,
      `[${name}](../rooms.md#${name})`,
    ]),
  )
  const sorted = rows.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
  return `${HEAD}\n${tableOf(['event', 'what happened', 'room'], sorted)}\n`
}
