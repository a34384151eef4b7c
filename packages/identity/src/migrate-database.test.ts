import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { isDistributed } from '../testing/one-server.ts'
import { planDistribution } from './distribution/index.ts'
import { migrateDatabase } from './migrate-database.ts'
import { SCHEMA } from './migrations.ts'
import { openSession } from './platform/postgres/session.ts'

test.runIf(isDistributed)(
  'a run that was killed before its new tables were distributed is finished by the next one',
  async () => {
    const database = await createTestDatabase()
    const session = await openSession(database.address)
    const local = async () => {
      const planned = await planDistribution(session, SCHEMA)
      if (!planned.ok) throw new Error(planned.refusal)
      return planned.value.flatMap(({ table, isDistributed: isPlaced }) => (isPlaced ? [] : [table]))
    }
    await session.runText("select undistribute_table('refused_requests')")
    expect(await local()).toEqual(['refused_requests'])
    expect(await migrateDatabase({ address: database.address }, () => undefined)).toEqual([])
    expect(await local()).toEqual([])
    await session.close()
    await database.drop()
  },
)
