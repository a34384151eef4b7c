import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { runs, setting } from '../testing/running.ts'

let stage: ConsoleStage
beforeAll(async () => {
  stage = await startStage()
})
beforeEach(() => stage.service.database.db.query`delete from instances`)
afterAll(() => stage.close())

// proves: settings-in-force
test('shows which processes run and every setting of them, and names those that should be the same', async () => {
  const ida = await stage.operator('security')
  expect((await ida.open('/settings/')).html.text).toContain('No process of the service runs')
  const common = [setting('PORTICO_SECRET_KEY', null, 'file'), setting('PORTICO_REDIS_URL', null, 'default')]
  const a = await runs(stage.service, 'a', [...common, setting('PORTICO_TIME_ZONE', 'UTC', 'default')])
  const b = await runs(stage.service, 'b', [...common, setting('PORTICO_TIME_ZONE', '<b>Mars</b>')])
  const { html } = await ida.open('/settings/')
  const [processes, settings] = html
    .querySelectorAll('tbody')
    .map((table) =>
      table.querySelectorAll('tr').map((row) => row.querySelectorAll('td').map(({ text }) => text.trim())),
    )
  expect(processes?.map(([place]) => place)).toEqual([a, b])
  expect(settings).toEqual([
    ['PORTICO_REDIS_URL', 'not set', 'default', 'all'],
    ['PORTICO_SECRET_KEY', 'set, and secret', 'a file', 'all'],
    ['PORTICO_TIME_ZONE', 'UTC', 'default', a],
    ['PORTICO_TIME_ZONE', '<b>Mars</b>', 'a variable', b],
  ])
  expect(html.querySelector('[role=status]')?.text).toContain('PORTICO_TIME_ZONE')
})

// proves: settings-in-force
test.each(['reader', 'support'] as const)(
  'a %s does not see them, and the try is in the audit',
  async (role) => {
    const ida = await stage.operator(role)
    const page = await ida.open('/settings/')
    expect([page.status, page.html.text]).toEqual([403, expect.stringContaining('You may not see this')])
    const events = await stage.service.database.db.query<{ operator: string }>`
    select operator from audit_events where name = 'console-refused' and operator = ${ida.name}`
    expect(events).toHaveLength(1)
  },
)
