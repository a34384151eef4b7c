import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suspendCitizen } from '../../identity/src/citizens/index.ts'
import { updateClient } from '../../identity/src/clients/index.ts'
import { addCitizen, addProgram } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('administrator')
})
afterAll(() => stage.close())

const rowsOf = ({ html }: Visited) =>
  html.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td').map(({ text }) => text.trim()))
const ask = async (fields: Readonly<Record<string, string>>) =>
  ida.send(await ida.open('/audit/'), fields, { button: 'Show' })

describe('the audit', () => {
  test('shows the newest events, and by event, operator, network address, program and number only those', async () => {
    const citizen = await addCitizen(stage.service)
    await suspendCitizen(stage.service.foundation, { emailOrSubject: citizen.email, reason: 'a test' })
    expect(rowsOf(await ida.open('/audit/')).map(([, name]) => name)).toContain('citizen-suspended')
    const suspended = rowsOf(await ask({ event: 'citizen-suspended' }))
    expect(suspended).toHaveLength(1)
    expect(suspended[0]?.[3]).toContain('reason=a test')
    expect(rowsOf(await ask({ operator: 'nobody' }))).toEqual([])
    expect(rowsOf(await ask({ operator: ida.name })).length).toBeGreaterThan(0)
    expect(rowsOf(await ask({ address: '192.0.2.1' }))).toEqual([])
  })

  test('a name that this release writes into no event is asked about, where nothing is found', async () => {
    const said = async (event: string) => (await ask({ event })).html.querySelector('main')?.text
    expect(await said('password-hash-replace')).toContain(
      'This release writes no event of the name password-hash-replace. Did you mean password-hash-replaced?',
    )
    expect(await said('zzzz')).not.toContain('Did you mean')
    expect(await said('password-hash-replaced')).not.toContain('This release')
    await stage.service.foundation.db.query`
      insert into audit_events (event_id, filed_under, at, name, actor, details)
      values (gen_random_uuid(), gen_random_uuid(), now(), 'signed-inn', 'citizen', '{}')`
    expect(await said('signed-inn')).not.toContain('Did you mean')
  })

  test('takes an address in another spelling, and a number that was pasted with its status', async () => {
    const [V6, V4, REFERENCE] = ['2001:db8::7', '192.0.2.7', 'Ab-_12xY00zz']
    const kept: readonly (readonly [string, string | null])[] = [
      [V6, null],
      [V4, REFERENCE],
    ]
    for (const [address, request] of kept)
      await stage.service.foundation.db.query`
        insert into audit_events (event_id, filed_under, at, name, address, request_id, actor, details)
        values (gen_random_uuid(), gen_random_uuid(), now(), 'signed-in', ${address}, ${request}, 'citizen', '{}')`
    expect(rowsOf(await ask({ address: '2001:DB8:0::7' }))).toHaveLength(1)
    expect(rowsOf(await ask({ address: '::ffff:192.0.2.7' }))).toHaveLength(1)
    expect(rowsOf(await ask({ request: `${REFERENCE} · 404` }))).toHaveLength(1)
    expect(rowsOf(await ask({ request: REFERENCE.toLowerCase() }))).toEqual([])
  })

  test.each([
    ['event', 'Not An Event'],
    ['operator', '=cmd()'],
    ['address', 'here'],
    ['client', '<b>'],
    ['request', 'x'],
  ])('says what can be in no event: %s %s', async (name, value) => {
    const page = await ask({ [name]: value })
    expect(page.status).toBe(400)
    expect(page.html.querySelector('.summary a')?.getAttribute('href')).toBe(`#${name}`)
    expect(page.html.querySelector(`#${name}`)?.getAttribute('value')).toBe(value)
  })

  test('names of programs that are markup or a formula are texts', async () => {
    const { clientId } = await addProgram(stage.service)
    const changed = await updateClient(stage.service.foundation, clientId, { name: '=cmd() <img src=x>' })
    const page = await ida.open('/programs/')
    if (changed.ok) expect(page.html.querySelectorAll('td img')).toEqual([])
    expect(page.body).toContain(clientId)
  })
})

test('programs, keys and operators are shown without a secret', async () => {
  const { secret } = await addProgram(stage.service)
  const [programs, keys, operators] = [
    await ida.open('/programs/'),
    await ida.open('/keys/'),
    await ida.open('/operators/'),
  ]
  expect(rowsOf(programs).length).toBeGreaterThan(1)
  expect(rowsOf(keys).map(([, state]) => state)).toContain('signs')
  expect(rowsOf(operators).map(([name, role]) => [name, role])).toEqual([[ida.name, 'Administrator']])
  for (const { body } of [programs, keys, operators]) expect(body).not.toContain(secret)
})
