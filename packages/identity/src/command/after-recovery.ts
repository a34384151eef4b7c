import { settleRecovery } from '../backups/index.ts'
import { SCHEMA } from '../migrations.ts'
import { type DatabaseServer, openDatabaseServer } from '../open-database.ts'
import {
  countSchema,
  instantSchema,
  listOf,
  mapOf,
  objectSchema,
  orNull,
  textSchema,
} from '../platform/operation.ts'
import { requireFit } from '../platform/postgres/schema-range.ts'
import { ON_PRIMARY, openSession } from '../platform/postgres/session.ts'
import { lookAtSchema } from '../platform/postgres/table-marks.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { TABLES } from '../room-heads.ts'
import { type Answer, CommandRefused, type LookCall } from './command.ts'
import { ENDED, sayHeld, sayUndone, sayWithdrawn } from './going-back.ts'
import { readSchema } from './restore.ts'

/** What was ended. */
export const SETTLED_RECOVERY = objectSchema('SettledRecovery', {
  moment: orNull(instantSchema('Of when the newest change in the database is, as far as anything tells it.')),
  security_version: countSchema('The one that every citizen has now.'),
  ended: mapOf(countSchema('Rows.'), 'The deleted rows of each table, by its name.'),
  warnings: listOf(textSchema('What to know about it, in words.')),
})

const UNKNOWN_MOMENT = 'the moment to which the database went back'

/** Ends what a recovery by PostgreSQL's own means made valid again. It uses no fence: the timeline is a new one. */
export async function afterRecovery({ by, config, terminal }: LookCall): Promise<Answer> {
  const progress = (line: string) => terminal.err(line)
  const server = await openDatabaseServer(config(), progress)
  try {
    await refuseOtherSchema(server.address)
    const needs = { address: server.address, clock: systemClock, random: systemRandom, progress, by }
    const { moment, securityVersion, suspensions, ended } = await settleRecovery({ ...needs, tables: TABLES })
    const at = moment === undefined ? undefined : new Date(moment * 1000).toISOString()
    const undone = [sayUndone(at ?? UNKNOWN_MOMENT), ...sayHeld(suspensions)]
    const warnings = [ENDED, ...undone, sayWithdrawn(at ?? UNKNOWN_MOMENT)]
    return {
      json: { moment: at ?? null, security_version: securityVersion, ended, warnings },
      lines: [
        `Everything that was issued before is ended. The newest change in the database is of ${at ?? 'an unknown time'}.`,
        ...warnings.map((line) => `! ${line}`),
      ],
    }
  } finally {
    await server.close()
  }
}

async function refuseOtherSchema(address: DatabaseServer['address']): Promise<void> {
  switch (await readSchema(address, 'run portico after-recovery')) {
    case 'same':
      return requireRooms(address)
    case 'older':
      throw new CommandRefused(
        'The database is older than this release, because it went back to a moment before an update: run portico migrate first.',
      )
    case 'empty':
      throw new CommandRefused(
        'The database has no tables of Portico: name the recovered one in PORTICO_DATABASE_URL.',
      )
  }
}

/** What a table of a room that this build does not have would keep valid is not ended. */
async function requireRooms(address: DatabaseServer['address']): Promise<void> {
  const session = await openSession(address, ON_PRIMARY)
  try {
    requireFit(await lookAtSchema(session, SCHEMA))
  } finally {
    await session.close()
  }
}
