import { afterAll, beforeAll, expect, test } from 'vitest'
import { on, openWorkbench, type Workbench } from '../packages/identity/src/command/backup.fixture.ts'
import { startTestService } from '../packages/identity/testing/test-service.ts'
import { MAILED_LINKS } from './attacks/mailed-links.ts'

/** The database went back to a moment at which a mailed link was still unused. */
let bench: Workbench

beforeAll(async () => {
  bench = await openWorkbench()
})
afterAll(() => bench.clear())

/** This letter leads to the sign-in page. */
const NO_LINK = 'keeping an account that is to be closed'
const LINKS = Object.entries(MAILED_LINKS).filter(([what]) => what !== NO_LINK)

// proves: threat-backup-revives
test.each(LINKS)('after portico after-recovery, the link for %s is dead', async (_what, arrive) => {
  const database = await bench.newDatabase()
  const before = await startTestService({ database })
  const { link } = await arrive(before)
  expect((await before.browser().get(link)).status).toBe(200)
  await before.close()
  expect((await on(database, 'after-recovery')).exitCode).toBe(0)
  const after = await startTestService({ database, clock: before.clock })
  expect((await after.browser().get(link)).status).toBe(400)
  await after.close()
})
