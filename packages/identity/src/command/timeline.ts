import { appendEvent } from '../audit/index.ts'
import { SCHEMA } from '../migrations.ts'
import { openDatabaseServer } from '../open-database.ts'
import { countSchema, objectSchema, textSchema } from '../platform/operation.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { requireFit } from '../platform/postgres/schema-range.ts'
import { lookAtSchema } from '../platform/postgres/table-marks.ts'
import { acceptTimeline, findTimeline } from '../platform/postgres/timeline.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { type Answer, CommandRefused, type LookCall } from './command.ts'

/** The timeline that was accepted. */
export const ACCEPTED_TIMELINE = objectSchema('AcceptedTimeline', {
  system_identifier: textSchema('The cluster, as PostgreSQL calls it.'),
  timeline: countSchema('The number of the timeline.'),
})

const PATIENCE = { connections: 1, deadlineMilliseconds: 30_000, access: 'any' } as const

/**
 * Accepts the timeline of the server although a newer one is stored. It uses no fence, because that would refuse it. Throws
 * SchemaDoesNotFit: no fence refuses `portico migrate` either.
 */
export async function timelineAccept({ by, config, terminal }: LookCall): Promise<Answer> {
  const server = await openDatabaseServer(config(), (line) => terminal.err(line))
  const db = openPool(server.address, PATIENCE)
  try {
    requireFit(await lookAtSchema(db, SCHEMA))
    const seen = await findTimeline(db)
    if (!seen)
      throw new CommandRefused('The database server tells no timeline, so there is nothing to accept.')
    const { systemIdentifier, timeline } = seen
    const details = { system_identifier: systemIdentifier, timeline }
    await db.transaction(async (tx) => {
      await acceptTimeline(tx, seen)
      const needs = { db: tx, clock: systemClock, random: systemRandom }
      await appendEvent(needs, { name: 'timeline-accepted', origin: by, details })
    })
    return {
      json: details,
      lines: [
        `Timeline ${timeline} of cluster ${systemIdentifier} is accepted.`,
        'Restart every process of Portico: each still remembers the newest timeline that it has seen.',
      ],
    }
  } finally {
    await db.close()
    await server.close()
  }
}
