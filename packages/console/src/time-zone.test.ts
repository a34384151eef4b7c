import { expect, test } from 'vitest'
import { addCitizen } from '../../identity/testing/people.ts'
import { startStage } from '../testing/console-stage.ts'
import { addMachine } from '../testing/machine.ts'
import { instantOf } from './console-page.ts'

test('the pages have the time zone of the service and name it; the API stays in UTC', async () => {
  const stage = await startStage({ PORTICO_TIME_ZONE: 'Asia/Kolkata' })
  try {
    const citizen = await addCitizen(stage.service)
    const udo = await stage.operator('support')
    await udo.open('/')
    await udo.inner.get(`/citizen/?subject=${citizen.subject}`)
    const page = await udo.inner.get(`/citizen/?subject=${citizen.subject}`)
    const times = page.html.querySelectorAll('main time')
    expect(times.length).toBeGreaterThan(1)
    for (const time of times) {
      const at = Date.parse(time.getAttribute('datetime') ?? '')
      const there = new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
      expect(time.text).toBe(`${there} GMT+5:30`)
    }
    const machine = await addMachine(stage, 'support')
    const { body } = await machine.ask(`/citizens/${citizen.subject}`)
    expect(body.created_at).toBe(new Date(citizen.createdAt * 1000).toISOString().replace('.000', ''))
  } finally {
    await stage.close()
  }
})

test.each([
  ['en', 'Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29 01:59:59 CET'],
  ['de', 'Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29 01:59:59 MEZ'],
  ['en', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29 03:00:00 CEST'],
  ['ar', 'Asia/Kolkata', '2026-03-29T01:00:00Z', '2026-03-29 06:30:00 غرينتش+5:30'],
  ['zh', 'America/Bogota', '2027-01-01T04:59:00.123Z', '2026-12-31 23:59:00 GMT-5'],
  ['fr', 'UTC', '2026-03-29T00:00:00Z', '2026-03-29 00:00:00 UTC'],
] as const)('%s, %s: %s is %s', (language, timeZone, iso, text) => {
  const shown = instantOf({ language, timeZone: timeZone as 'UTC' }, iso)
  expect(shown.toString()).toBe(`<time datetime="${iso}" dir="ltr">${text}</time>`)
})
