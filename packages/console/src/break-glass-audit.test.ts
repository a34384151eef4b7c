import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../identity/testing/people.ts'
import type { TestBrowser } from '../../identity/testing/test-browser.ts'
import { type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { glassOf } from '../testing/glass.ts'
import { mainOf } from '../testing/orders.ts'

const [NETWORK, SEARCHED] = ['198.51.100.7', '198.51.100.77']
let stage: ConsoleStage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.service.database.db.query`delete from break_glass`
})

const { inside } = glassOf(() => stage)
const rowsOf = (page: Awaited<ReturnType<TestBrowser['get']>>) => page.html.querySelectorAll('tbody tr')
const refusals = (name: string) =>
  stage.service.database.db.query<{ name: string; because: string; page: string; reason: string }>`
    select name, details ->> 'because' as because, details ->> 'page' as page, details ->> 'reason' as reason from audit_events
     where operator = ${name} and name in ('console-refused', 'console-form-refused') order by written_in, event_id`

// proves: break-glass-little
describe('the audit for whoever entered with a code', () => {
  test('has the events, and neither whom they are about nor from which network they came', async () => {
    const { subject, citizenId, email } = await addCitizen(stage.service)
    const happen = (name: string, whom: string | null, details: object) => stage.service.database.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, address, actor, operator, details)
      values (gen_random_uuid(), gen_random_uuid(), now(), ${name}, ${whom}::text::uuid, 'glass-audit', ${NETWORK}, 'operator', 'Ida', ${JSON.stringify(details)}::text::jsonb)`
    await happen('signed-in', citizenId, {})
    await happen('operator-looked', citizenId, {
      command: `audit --address ${SEARCHED}`,
      reason: `asked by ${email}`,
    })
    await happen('operator-looked', null, { command: `console audit --address ${SEARCHED}` })
    await happen('console-refused', null, { because: 'role', page: '/act/', act: 'citizen close', subject })
    const { browser } = await inside('security')
    const all = await browser.get('/audit/')
    const found = await browser.submit(all, { client: 'glass-audit' }, { button: 'Show' })
    expect([rowsOf(found).length, mainOf(found)]).toEqual([4, expect.stringContaining('citizen close')])
    expect(mainOf(found)).toContain('This way in shows no citizen')
    for (const page of [all, found]) {
      for (const hidden of [subject, email, NETWORK, SEARCHED]) expect(page.body).not.toContain(hidden)
      expect(page.html.querySelectorAll('main a[href^="/citizen/"]')).toEqual([])
    }
    const operator = await stage.operator('security')
    await operator.open('/')
    const whole = await operator.send(
      await operator.open('/audit/'),
      { client: 'glass-audit' },
      { button: 'Show' },
    )
    for (const shown of [subject, NETWORK, SEARCHED]) expect(whole.body).toContain(shown)
  })
})

// proves: break-glass-little, console-guards-every-page
describe('another site', () => {
  test.each(['cross-site', 'same-site'])(
    'sends no form in the session of a code (%s), and the audit has it',
    async (site) => {
      const { browser, name } = await inside('security')
      const headers = { 'sec-fetch-site': site }
      for (const path of ['/audit/', '/', '/order/', '/break-glass/end/']) {
        const answer = await browser.post(path, { event: 'signed-in' }, { follow: false, headers })
        expect([path, answer.status]).toEqual([path, path === '/break-glass/end/' ? 303 : 403])
        expect([rowsOf(answer), answer.headers.getSetCookie()]).toEqual([[], []])
      }
      expect(await refusals(name)).toEqual(
        ['/audit/', '/', '/order/', '/break-glass/end/'].map((page) => ({
          ...{ name: 'console-form-refused', because: 'cross-site', page, reason: 'break-glass' },
        })),
      )
      expect((await browser.get('/today/', { follow: false })).status).toBe(200)
    },
  )

  test('that a browser does not name sends no form either', async () => {
    const { browser, name } = await inside('security')
    const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const send = (origin: string) =>
      fetch(`${stage.url}/audit/`, {
        ...{ method: 'POST', body: new URLSearchParams({ event: 'signed-in' }), redirect: 'manual' },
        headers: { cookie, origin },
      })
    expect((await send('https://other.example')).status).toBe(403)
    expect(await refusals(name)).toMatchObject([{ name: 'console-form-refused', page: '/audit/' }])
    expect((await send(stage.url)).status).toBe(303)
  })

  test('leads to no page in the name of whoever entered with a code', async () => {
    const { browser, name } = await inside('security')
    for (const path of ['/citizen/', '/operators/', '/order/'])
      await browser.get(path, { follow: false, headers: { 'sec-fetch-site': 'cross-site' } })
    expect((await refusals(name)).map((one) => [one.name, one.because])).toEqual(
      Array.from({ length: 3 }, () => ['console-form-refused', 'cross-site']),
    )
  })
})
