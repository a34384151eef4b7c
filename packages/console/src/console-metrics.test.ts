import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../identity/testing/free-port.ts'
import { addCitizen } from '../../identity/testing/people.ts'
import { type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let port: number
beforeAll(async () => {
  port = await freePort()
  stage = await startStage({
    PORTICO_CONSOLE_METRICS_PORT: String(port),
    PORTICO_CONSOLE_UNCOVERS_PER_HOUR: '1',
  })
})
afterAll(() => stage.close())

const scrape = async (path = '/metrics') => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
const valueOf = async (series: string) => {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}

// proves: console-is-counted
describe('the metrics of the console', () => {
  test('count looks, uncoverings, spent looks, refusals and sign-ins, and the seconds of pages', async () => {
    const ida = await stage.operator('support')
    const citizen = await addCitizen(stage.service)
    const of = (name: string, label: string) => `portico_console_${name}_total{${label}}`
    await ida.open('/')
    const page = await ida.open(`/citizen/?subject=${citizen.subject}`)
    const uncovered = await ida.send(page, { reason: 'the caller asked', ticket: '17' })
    expect([page.status, uncovered.status]).toEqual([200, 200])
    await ida.open(uncovered.url)
    await ida.send(page, { reason: 'the caller asked', ticket: '17' })
    await ida.open('/audit/')
    expect(await valueOf(of('sign_ins', 'by="sign-in"'))).toBe(1)
    expect(await valueOf(of('looks', 'kind="covered"'))).toBe(1)
    expect(await valueOf(of('looks', 'kind="uncovered"'))).toBe(1)
    expect(await valueOf(of('refusals', 'because="too-many-looks"'))).toBe(1)
    expect(await valueOf(of('refusals', 'because="role"'))).toBe(1)
    const text = await scrape()
    expect(text).toContain('portico_console_answers_total{route="/citizen/",method="GET",status="200"} 3')
    expect(text).toMatch(/^portico_console_answer_seconds_count\{route="\/citizen\/",outcome="ok"\} \d/m)
  })

  test('count the events of an uncovered account as uncovered, and those of a covered one as covered', async () => {
    const ida = await stage.operator('security')
    const citizen = await addCitizen(stage.service)
    const looks = () =>
      Promise.all(
        ['covered', 'uncovered'].map((kind) => valueOf(`portico_console_looks_total{kind="${kind}"}`)),
      )
    const audit = `/audit/?subject=${citizen.subject}`
    await ida.open('/')
    const [covered = 0, uncovered = 0] = await looks()
    expect((await ida.open(audit)).status).toBe(200)
    expect(await looks()).toEqual([covered + 1, uncovered])
    const page = await ida.open(`/citizen/?subject=${citizen.subject}`)
    await ida.send(page, { reason: 'the caller asked', ticket: '17' })
    const before = await looks()
    expect((await ida.open(audit)).status).toBe(200)
    expect(await looks()).toEqual([before[0], (before[1] ?? 0) + 1])
  })

  test('name no person', async () => {
    const ida = await stage.operator('administrator')
    const citizen = await addCitizen(stage.service)
    await ida.open(`/citizen/?subject=${citizen.subject}`)
    const text = await scrape()
    for (const word of [ida.name, ida.subject, citizen.subject, citizen.email, '127.0.0.1'])
      expect(text).not.toContain(word)
  })

  test('have a port of their own, and the console’s port has none', async () => {
    expect((await stage.browser().inner.get('/metrics')).status).toBe(404)
    expect(JSON.parse(await scrape('/readyz'))).toEqual({ ready: true })
    expect((await fetch(`http://127.0.0.1:${port}/today/`)).status).toBe(404)
  })
})
