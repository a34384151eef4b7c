// Takes over 10 s: the whole conformance run tries four samples, one of them through outages in real time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSample, runSample } from '../../docs/integrate/testing/sample-process.ts'
import { RULES } from '../../packages/conformance/src/rules/index.ts'
import { OUTAGE_RULES } from '../../packages/conformance/src/rules/outage.ts'
import { createTestDatabase, type TestDatabase } from '../../packages/program/testing/test-database.ts'
import { openSimulator, type Simulator } from '../simulator.ts'
import { tryProgram } from './conformance.ts'

let simulator: Simulator
let database: TestDatabase

beforeAll(async () => {
  ;[simulator, database] = await Promise.all([openSimulator(), createTestDatabase(2)])
})
afterAll(async () => {
  await simulator?.close()
  await database?.drop()
})

/** Makes every central check 30 seconds older than it is, again and again, so that the run need not wait. */
function ageChecks(): () => void {
  const aging = setInterval(
    () =>
      void database.pool
        .query(`update sso.sessions set central_checked_at = central_checked_at - interval '30 seconds'`)
        .catch(() => undefined),
    250,
  )
  return () => clearInterval(aging)
}

/** The samples have no staff, and no address that names an account. */
const ALL = RULES.filter(({ needs }) => needs === undefined || needs === 'guarded')
const WITHOUT_OUTAGES = ALL.filter((rule) => !OUTAGE_RULES.includes(rule)).map(({ id }) => id)

// What a program does in an outage does not depend on its framework, and takes long to try.
const SAMPLES = [
  { file: 'express.ts', only: [], count: ALL.length },
  ...['fastify.ts', 'hono.ts', 'node.ts'].map((file) => ({
    ...{ file, only: WITHOUT_OUTAGES, count: WITHOUT_OUTAGES.length },
  })),
]

test.each(SAMPLES)('the sample $file keeps $count rules', async ({ file, only, count }) => {
  const identity = {
    baseUrl: simulator.url,
    clientId: simulator.client_id,
    clientSecret: simulator.client_secret,
  }
  const sample: RunningSample = await runSample({ file, database, register: async () => identity })
  const stopAging = ageChecks()
  try {
    const { code, report } = await tryProgram(sample.base, simulator.url, only, [
      '--guarded',
      `${sample.base}/api/me`,
    ])
    expect(report.rules.filter(({ outcome }) => outcome !== 'kept')).toEqual([])
    expect([code, report.rules.length]).toEqual([0, count])
  } finally {
    stopAging()
    await sample.stop()
  }
})
