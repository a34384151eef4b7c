import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addClientSecret, disableClient, retireClientSecret } from '../../identity/src/clients/index.ts'
import { plusSeconds } from '../../identity/src/platform/clock.ts'
import { findCounters } from '../../identity/src/rate-limits/index.ts'
import { addProgram } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { addMachine, type Machine } from '../testing/machine.ts'

const HOUR = 3600

let stage: ConsoleStage
let ida: ConsoleBrowser
let machine: Machine
beforeAll(async () => {
  stage = await startStage({ PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '70' })
  ida = await stage.operator('reader')
  machine = await addMachine(stage, 'reader')
})
beforeEach(() => stage.service.database.db.query`delete from audit_events`)
afterAll(() => stage.close())

const textsOf = (page: Visited, table: number) =>
  page.html
    .querySelectorAll('table')
    [table]?.querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('td').map(({ text }) => text.trim().replaceAll(/\s+/g, ' ')))
const open = (clientId: string) => ida.open(`/program/?client=${encodeURIComponent(clientId)}`)
const [LATELY, SECRETS, LIMITS] = [0, 1, 2]
const inUtc = (ahead: number) =>
  `${new Date((stage.service.clock.now() + ahead) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Events of a program, so many seconds ago. */
const note = (clientId: string | null, name: string, secondsAgo: number, count = 1) =>
  stage.service.database.db.query`
    insert into audit_events (event_id, filed_under, at, name, client_id, actor, details)
    select id, id, to_timestamp(${stage.service.clock.now() - secondsAgo}), ${name}, ${clientId}, 'client', '{}'
      from (select gen_random_uuid() as id from generate_series(1, ${count})) as made`

const count = (counter: string, spent: number, ahead: number) => stage.service.database.db.query`
  insert into rate_counters (counter, spent, window_ends_at)
  values (${counter}, ${spent}, to_timestamp(${stage.service.clock.now() + ahead}))`

describe('what a program did lately', () => {
  test('has its own events of the last day alone, and the share of its faults', async () => {
    const { clientId } = await addProgram(stage.service)
    const other = await addProgram(stage.service)
    await note(clientId, 'program-entered', HOUR, 7)
    await note(clientId, 'code-burned', 23 * HOUR, 2)
    await note(clientId, 'refresh-token-reused', 60)
    await note(clientId, 'program-entered', 25 * HOUR, 5)
    await note(other.clientId, 'program-entered', HOUR, 11)
    await note(other.clientId, 'code-replayed', HOUR, 13)
    await note(null, 'code-replayed', HOUR)
    await note(clientId, 'wrong-client-secret', HOUR, 3)
    const page = await open(clientId)
    expect(textsOf(page, LATELY)).toEqual([
      ['Citizens who entered', '7'],
      ['Citizens who entered for the first time', '0'],
      ['Citizens who declined to enter', '0'],
      ['Access that it gave back', '0'],
      ['Codes that it sent with a wrong proof', '2'],
      ['Codes that it sent twice', '0'],
      ['Refresh tokens that it used twice', '1'],
      ['Hours in which it came with a secret that has ended', '0'],
      ['Wrong secrets with which somebody came as it, about one counted an hour', '3'],
      ['Faults of the program, of all ways in', '30%'],
    ])
    expect(page.html.querySelector('h2 + p')?.text).toContain(inUtc(-24 * HOUR))
    const { body } = await machine.ask(`/programs/${clientId}`)
    expect(body.counts).toMatchObject({ entered: 7, burned: 2, reused: 1, replayed: 0, wrong: 3 })
    expect([body.client_id, body.fault_rate]).toEqual([clientId, 0.3])
  })

  test('where nothing happened, no share is told', async () => {
    const { clientId } = await addProgram(stage.service)
    await note(clientId, 'authorization-cancelled', 60)
    const page = await open(clientId)
    expect(page.body).toContain('Nobody came in, and nothing failed.')
    expect(textsOf(page, LATELY)?.map(([what]) => what)).not.toContain(
      'Faults of the program, of all ways in',
    )
    expect((await machine.ask(`/programs/${clientId}`)).body.fault_rate).toBeNull()
  })

  test('where the day had too many events, it says from when on each was counted', async () => {
    const { clientId } = await addProgram(stage.service)
    await note(clientId, 'program-entered', 10 * HOUR, 3)
    await note(null, 'signed-in', 2 * HOUR, 20_000)
    await note(clientId, 'program-entered', HOUR, 4)
    const page = await open(clientId)
    expect(page.html.querySelector('h2 + p')?.text).toContain(inUtc(-2 * HOUR))
    expect(textsOf(page, LATELY)?.[0]).toEqual(['Citizens who entered', '4'])
  })
})

test('each secret has its age, its last use and its end, and is not on the page itself', async () => {
  const { foundation } = stage.service
  const { clientId, secret } = await addProgram(stage.service)
  const expiresAt = plusSeconds(stage.service.clock.now(), 90 * 24 * HOUR)
  const ending = await addClientSecret(foundation, clientId, {
    label: 'the <b>next</b> one',
    expiresAt,
  })
  const gone = await addClientSecret(foundation, clientId, { label: 'gone', expiresAt: null })
  if (!ending.ok || !gone.ok) throw new Error('No secret was added')
  await retireClientSecret(foundation, { clientId, secretId: gone.value.secretId })
  const now = stage.service.clock.now()
  const { db } = stage.service.database
  await db.query`update client_secrets set last_used_at = to_timestamp(${now - 60}) where client_id = ${clientId} and label = ''`
  const page = await open(clientId)
  const rows = textsOf(page, SECRETS) ?? []
  expect(rows.map(([label]) => label)).toEqual(
    expect.arrayContaining(['without a name', 'the <b>next</b> one', 'gone']),
  )
  const named = (label: string) => rows.find(([one]) => one === label) ?? []
  expect(named('without a name').slice(2)).toEqual([inUtc(-60), 'has no end', 'never'])
  expect(named('the <b>next</b> one').slice(2)).toEqual(['never', inUtc(90 * 24 * HOUR), 'never'])
  expect(named('gone').slice(2)).toEqual(['never', 'retired', 'never'])
  await db.query`update client_secrets set expires_at = to_timestamp(${now - HOUR}), refused_at = to_timestamp(${now - 60})
                  where client_id = ${clientId} and label = 'the <b>next</b> one'`
  const later = textsOf(await open(clientId), SECRETS)?.find(([label]) => label === 'the <b>next</b> one')
  expect(later?.slice(3)).toEqual([`ended ${inUtc(-HOUR)}`, inUtc(-60)])
  const { body } = await machine.ask(`/programs/${clientId}`)
  const known = new Map(body.secrets.map((one: { label: string }) => [one.label, one]))
  expect(known.get('gone')).toMatchObject({ retired: true, expires_at: null })
  for (const said of [page.body, JSON.stringify(body)])
    for (const hidden of [secret, gone.value.clientSecret.reveal(), ending.value.clientSecret.reveal()])
      expect(said).not.toContain(hidden)
})

test('its own limits have what is counted of the minute, those of everybody have not', async () => {
  const { clientId } = await addProgram(stage.service, {
    tokenLimitPerMinute: null,
    introspectionLimitPerMinute: 9000,
  })
  const other = await addProgram(stage.service, { introspectionLimitPerMinute: 8000 })
  await count(`introspect-per-ip client:${clientId}`, 1234, 30)
  await count(`introspect-per-ip client:${other.clientId}`, 77, 30)
  await count(`token-per-ip client:${clientId}`, 5, 30)
  const rows = () => open(clientId).then((page) => textsOf(page, LIMITS))
  const tokens = ['Tokens', '70', 'counted for each address, not for the program']
  expect(await rows()).toEqual([tokens, ['Introspection', '9000', '1234']])
  const { body } = await machine.ask(`/programs/${clientId}`)
  expect(body.limits).toEqual([
    { endpoint: 'token', per_minute: 70, spent: null },
    { endpoint: 'introspection', per_minute: 9000, spent: 1234 },
  ])
  const { db } = stage.service.database
  const asked = await findCounters(db, [`introspect-per-ip client:${clientId}`], stage.service.clock.now())
  expect(asked.map(({ spent }) => spent)).toEqual([1234])
  stage.service.clock.advance(31)
  expect(await rows()).toEqual([tokens, ['Introspection', '9000', '0']])
})

test('a disabled program is there, with since when', async () => {
  const { clientId } = await addProgram(stage.service)
  await disableClient(stage.service.foundation, clientId)
  const page = await open(clientId)
  expect(page.status).toBe(200)
  expect(page.html.querySelector('dl')?.text).toContain(inUtc(0))
})

describe('who asks', () => {
  test.each([
    '',
    'nobody',
    '<script>alert(1)</script>',
    "'; drop table clients; --",
    '\u202eevil',
    'x'.repeat(2000),
  ])('for a program that is not there gets 404: %s', async (clientId) => {
    const page = await open(clientId)
    expect([page.status, page.html.querySelector('h1')?.text]).toEqual([404, 'No program has this id.'])
    expect(page.body).not.toContain('<script>')
  })

  test.each(['/program/?client=%00', '/program/?client=%ff', '/program/'])(
    'with a bad address gets 404: %s',
    async (path) => {
      expect((await ida.open(path)).status).toBe(404)
    },
  )

  test.each(['nobody', '%00', '%ff', 'x'.repeat(2000)])(
    'as a machine gets 404 as well: %s',
    async (clientId) => {
      const { status } = await machine.ask(`/programs/${clientId}`)
      expect([400, 404]).toContain(status)
    },
  )

  test('stands in the audit with the program, and nobody who found none', async () => {
    const { clientId } = await addProgram(stage.service)
    await open(clientId)
    await open('nobody')
    await machine.ask(`/programs/${clientId}`)
    const looks = await stage.service.database.db.query`
      select operator, client_id as "clientId" from audit_events where name = 'operator-looked' order by written_in, event_id`
    expect(looks).toEqual([
      { operator: ida.name, clientId },
      { operator: `key#${machine.name}`, clientId },
    ])
  })

  test('has no role, or is nobody: sees nothing of it', async () => {
    const { clientId, client } = await addProgram(stage.service)
    const citizen = await stage.operator(undefined)
    const page = await citizen.open(`/program/?client=${clientId}`)
    expect(page.status).toBe(403)
    expect(page.body).not.toContain(client.redirectUris[0])
    const stranger = await stage.browser().inner.get(`/program/?client=${clientId}`, { follow: false })
    expect(stranger.status).toBe(303)
  })

  test('finds it from the list of programs', async () => {
    const { clientId } = await addProgram(stage.service)
    const list = await ida.open('/programs/')
    const links = list.html.querySelectorAll('td a').map((link) => link.getAttribute('href'))
    expect(links).toContain(`/program/?client=${clientId}`)
  })
})
