// Takes over 10 s: each test starts a service and a console with a database of its own, and operators sign in there.
import { describe, expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../identity/testing/people.ts'
import { startStage } from '../testing/console-stage.ts'

// proves: console-bounds-looks
describe('looks within an hour', () => {
  test('have an end, also for many at once; it is in the audit, and over an hour later', async () => {
    const small = await startStage({ PORTICO_CONSOLE_LOOKS_PER_HOUR: '5' })
    try {
      const { db } = small.service.database
      const citizens = await Promise.all(Array.from({ length: 12 }, () => addCitizen(small.service)))
      const { email, subject } = await addCitizen(small.service)
      const udo = await small.operator('support')
      const form = await udo.open('/')
      const searchAll = () => citizens.map((citizen) => udo.send(form, { who: citizen.email }))
      const answers = await Promise.all(searchAll())
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5)
      for (const citizen of citizens) await udo.send(form, { who: citizen.email })
      const [looked] = await db.query<{ times: number }>`
        select count(distinct citizen_id)::int as times from audit_events where name = 'operator-looked' and operator = ${udo.name}`
      expect(looked?.times).toBe(5)
      const account = await udo.inner.get(`/citizen/?subject=${subject}`)
      expect(account.status).toBe(429)
      expect(Number(account.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect(account.html.querySelector('main')?.outerHTML).not.toContain(subject)
      const other = await small.operator('support')
      expect((await other.send(await other.open('/'), { who: email })).status).toBe(200)
      const spent = await db.query`
        select 1 from audit_events where name = 'console-looks-spent' and operator = ${udo.name}`
      expect(spent.length).toBeGreaterThanOrEqual(2)
      await db.query`update audit_events set at = at - interval '1 hour' where operator = ${udo.name}`
      expect((await udo.send(form, { who: email })).status).toBe(200)
    } finally {
      await small.close()
    }
  })

  test('count a citizen once, whom the search, the account and its forms show; numbers of pages and programs count nothing', async () => {
    const small = await startStage({ PORTICO_CONSOLE_LOOKS_PER_HOUR: '2' })
    try {
      const [ana, bo, cy] = [
        await addCitizen(small.service),
        await addCitizen(small.service),
        await addCitizen(small.service),
      ]
      const { clientId } = await addProgram(small.service)
      const udo = await small.operator('support')
      const form = await udo.open('/')
      const statusOf = async (who: string) => (await udo.send(form, { who })).status
      const account = await udo.click(await udo.send(form, { who: ana.email }), 'Open the account')
      expect((await udo.send(account, { reason: 'a test', ticket: 'HD-1' })).status).toBe(200)
      for (const who of [clientId, clientId, clientId, 'Ab-_12xY00zz', 'Ab-_12xY00zz', 'Ab-_12xY00zz'])
        expect([who, await statusOf(who)]).toEqual([who, 200])
      expect(await statusOf('nobody@example.test')).toBe(200)
      expect(await statusOf('nobody.else@example.test')).toBe(200)
      expect([await statusOf(bo.email), await statusOf('no.third@example.test')]).toEqual([429, 429])
      expect([await statusOf(ana.email), await statusOf(clientId)]).toEqual([200, 200])
      expect((await udo.inner.get(`/citizen/?subject=${cy.subject}`)).status).toBe(429)
    } finally {
      await small.close()
    }
  })

  test('uncover personal data fewer times', async () => {
    const small = await startStage({ PORTICO_CONSOLE_UNCOVERS_PER_HOUR: '2' })
    try {
      const { email, subject } = await addCitizen(small.service)
      const udo = await small.operator('support')
      await udo.open('/')
      const uncover = async () =>
        udo.send(await udo.inner.get(`/citizen/?subject=${subject}`), { reason: 'a test', ticket: 'HD-1' })
      expect((await uncover()).body).toContain(email)
      expect((await uncover()).status).toBe(200)
      const third = await uncover()
      expect(third.status).toBe(429)
      expect(third.body).not.toContain(email)
    } finally {
      await small.close()
    }
  })
})
