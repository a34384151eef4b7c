import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { disableClient } from '../../identity/src/clients/index.ts'
import { addProgram } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { addMachine, type Machine } from '../testing/machine.ts'

const DAY = 24 * 60 * 60

let stage: ConsoleStage
let ida: ConsoleBrowser
let machine: Machine
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('reader')
  machine = await addMachine(stage, 'reader')
})
beforeEach(async () => {
  await stage.service.database.db.query`delete from audit_events`
  await stage.service.database.db.query`delete from clients where name <> 'Console'`
})
afterAll(() => stage.close())

const at = (secondsAgo: number) => stage.service.clock.now() - secondsAgo
const rowsOf = ({ html }: Visited) =>
  html
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('td').map(({ text }) => text.trim().replaceAll(/[\s\u00a0]+/g, ' ')))
const healthIn = (page: Visited, clientId: string) => rowsOf(page).find(([, id]) => id === clientId)?.[2]
const healthOf = async (clientId: string) => healthIn(await ida.open('/programs/'), clientId)
const used = (clientId: string, secondsAgo: number) => stage.service.database.db.query`
  update client_secrets set last_used_at = to_timestamp(${at(secondsAgo)}) where client_id = ${clientId}`
const note = (clientId: string, name: string, count: number, secondsAgo = 60) =>
  stage.service.database.db.query`
    insert into audit_events (event_id, filed_under, at, name, client_id, actor, details)
    select id, id, to_timestamp(${at(secondsAgo)}), ${name}, ${clientId}, 'client', '{}'
      from (select gen_random_uuid() as id from generate_series(1, ${count})) as made`

test('says of each program how it is, and of no program what another one did', async () => {
  const [well, refused, silent, never] = [
    await addProgram(stage.service),
    await addProgram(stage.service),
    await addProgram(stage.service),
    await addProgram(stage.service),
  ]
  for (const { clientId } of [well, refused]) await used(clientId, 60)
  await used(silent.clientId, 9 * DAY + 5)
  await note(refused.clientId, 'program-entered', 117)
  await note(refused.clientId, 'code-burned', 3)
  await note(refused.clientId, 'code-burned', 9, DAY + 60)
  await note(well.clientId, 'program-entered', 5)
  const page = await ida.open('/programs/')
  expect([well, refused, silent, never].map(({ clientId }) => healthIn(page, clientId))).toEqual([
    ...['✓ in order', '! 3 of 120 refused', '! no call for 9 days', '– no call with the secrets that it has'],
  ])
  const { programs } = (await machine.ask('/programs')).body
  const states = new Map(
    programs.map((one: { client_id: string; health: string }) => [one.client_id, one.health]),
  )
  expect([well, refused, silent, never].map(({ clientId }) => states.get(clientId))).toEqual([
    ...['well', 'refused', 'silent', 'never-called'],
  ])
})

test('says that a secret ends, has ended or is missing, and that a program is disabled', async () => {
  const { db } = stage.service.database
  const { clientId } = await addProgram(stage.service)
  await used(clientId, 60)
  const endIn = (seconds: number) => db.query`
    update client_secrets set expires_at = to_timestamp(${at(-seconds)}) where client_id = ${clientId}`
  await endIn(15 * DAY)
  expect(await healthOf(clientId)).toBe('✓ in order')
  await endIn(5 * DAY)
  expect(await healthOf(clientId)).toBe('! secret ends in 5 days')
  await endIn(-60)
  expect(await healthOf(clientId)).toBe('✕ has no valid secret')
  await db.query`update client_secrets set refused_at = to_timestamp(${at(30)}) where client_id = ${clientId}`
  expect(await healthOf(clientId)).toBe('✕ comes with an ended secret')
  await disableClient(stage.service.foundation, clientId)
  expect(await healthOf(clientId)).toMatch(/^– disabled \d{4}-/)
})

// proves: design-8-wrong-secret
test('says that somebody came with a wrong secret, until a right one comes, on its page and in the API, too', async () => {
  const { db } = stage.service.database
  const { clientId } = await addProgram(stage.service)
  const stateInApi = async () => (await machine.ask(`/programs/${clientId}`)).body.health
  await used(clientId, 60)
  await db.query`update clients set wrong_secret_at = to_timestamp(${at(0)}) where client_id = ${clientId}`
  expect([await healthOf(clientId), await stateInApi()]).toEqual(['✓ in order', 'well'])
  await db.query`
    update client_secrets set last_used_at = to_timestamp(${at(61)}) where client_id = ${clientId}`
  expect([await healthOf(clientId), await stateInApi()]).toEqual([
    '! somebody came as it with a wrong secret',
    'wrong-secret',
  ])
  await used(clientId, 30)
  expect(await healthOf(clientId)).toBe('✓ in order')
})

test('what was sent twice is told before a secret that ends, and neither hides the other', async () => {
  const { db } = stage.service.database
  const { clientId } = await addProgram(stage.service)
  await used(clientId, 60)
  await db.query`
    update client_secrets set expires_at = to_timestamp(${at(-5 * DAY)}) where client_id = ${clientId}`
  await note(clientId, 'program-entered', 9)
  await note(clientId, 'refresh-token-reused', 1)
  await note(clientId, 'client-secret-refused', 4)
  expect(await healthOf(clientId)).toBe('! 1 of 10 refused ! secret ends in 5 days')
  const { programs } = (await machine.ask('/programs')).body
  expect(programs.find((one: { client_id: string }) => one.client_id === clientId)?.health).toBe('refused')
})

test.each([
  ['de', '! seit 9 Tagen keine Anfrage'],
  ['es', '! sin llamadas desde hace 9 días'],
  ['fr', '! aucun appel depuis 9 jours'],
  ['ar', '! بلا طلب منذ 9 أيام'],
  ['zh', '! 已有 9 天没有调用'],
])('says it in the language of the operator: %s', async (language, says) => {
  const { clientId } = await addProgram(stage.service)
  await used(clientId, 9 * DAY + 5)
  const page = await ida.open('/programs/', { headers: { 'accept-language': language } })
  expect(healthIn(page, clientId)).toBe(says)
})

test('shows a hundred at once, each once, and leads to the rest; a machine gets all', async () => {
  const { db } = stage.service.database
  const { clientId } = await addProgram(stage.service)
  await db.query`
    insert into clients (client_id, name, redirect_uris, scope, confirmation, revision, created_at)
    select 'many-' || n, 'Many ' || n, array['https://a.example.test/'], 'openid', 'first-time', 1, to_timestamp(${at(0)})
      from generate_series(1, 120) as n`
  const first = await ida.open('/programs/')
  expect(rowsOf(first)).toHaveLength(100)
  const second = await ida.click(first, 'More programs')
  const ids = [first, second].flatMap((page) => rowsOf(page).map(([, id]) => id))
  expect(new Set(ids).size).toBe(122)
  expect(ids).toHaveLength(122)
  expect(ids).toContain(clientId)
  expect(second.html.text).not.toContain('More programs')
  expect((await machine.ask('/programs')).body.programs).toHaveLength(122)
})

test.each(['%00', '%ff', 'zzzzzz', "'; drop table clients; --", '<b>'])(
  'behind an id that is none, it shows what there is: %s',
  async (after) => {
    await addProgram(stage.service)
    const page = await ida.open(`/programs/?after=${after}`)
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('<b>')
  },
)

test('the page of a program says when it last called and exchanged a code, and that nobody wrote down which call it was', async () => {
  const { clientId } = await addProgram(stage.service)
  const other = await addProgram(stage.service)
  const open = async () => {
    const page = await ida.open(`/program/?client=${clientId}`)
    const facts = page.html
      .querySelectorAll('dl div')
      .map((fact) => [fact.querySelector('dt')?.text, fact.querySelector('dd')?.text.trim()])
    return { page, facts: new Map<string | undefined, string | undefined>(facts as [string, string][]) }
  }
  const before = await open()
  expect(before.facts.get('Last call with a secret')).toBe('never')
  expect(before.facts.get('Last code exchanged')).toMatch(/^none since /)
  await used(clientId, 120)
  await note(clientId, 'program-entered', 2, 3600)
  await note(clientId, 'code-burned', 1, 30)
  await note(other.clientId, 'program-entered', 1, 10)
  const { page, facts } = await open()
  const inUtc = (ago: number) =>
    `${new Date(at(ago) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  expect(facts.get('Last call with a secret')).toBe(inUtc(120))
  expect(facts.get('Last code exchanged')).toBe(inUtc(3600))
  expect(page.html.text).toContain('Which one it was is not written down')
  const { body } = await machine.ask(`/programs/${clientId}`)
  const iso = (ago: number) => new Date(at(ago) * 1000).toISOString().replace('.000', '')
  expect(body).toMatchObject({ last_call_at: iso(120), exchanged_at: iso(3600), health: 'refused' })
})
