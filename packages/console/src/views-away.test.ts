import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropViews, renewConsoleViews } from '../../identity/src/console-role/index.ts'
import { openSession } from '../../identity/src/platform/postgres/session.ts'
import { TABLES } from '../../identity/src/room-heads.ts'
import { type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { PLACES } from './places.ts'

let stage: ConsoleStage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const PAGES = Object.entries(PLACES).filter(
  ([name]) => !['citizen', 'act', 'order', 'program'].includes(name),
)

async function takeViewsAway(): Promise<void> {
  const session = await openSession(stage.service.database.address)
  try {
    await dropViews(session)
  } finally {
    await session.close()
  }
}

// proves: console-views-away
test('while a migration has the views, pages, forms and machines get a 503; afterwards each answers by itself', async () => {
  const ida = await stage.operator('administrator')
  const statuses = () =>
    Promise.all(PAGES.map(async ([name, { path }]) => [name, (await ida.open(path)).status]))
  const ok = PAGES.map(([name]) => [name, 200])
  expect(await statuses()).toEqual(ok)
  await takeViewsAway()
  const headers = { authorization: `Bearer portico_key_${'a'.repeat(43)}` }
  const machine = async () => (await fetch(`${stage.url}/admin/v1/programs`, { headers })).status
  expect(await statuses()).toEqual(PAGES.map(([name]) => [name, 503]))
  expect(await machine()).toBe(503)
  await renewConsoleViews(stage.service.database.address, TABLES)
  expect(await statuses()).toEqual(ok)
  expect(await machine()).toBe(401)
  expect(stage.logLines.join('\n')).not.toContain('internal-error')
})
