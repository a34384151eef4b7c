import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../../identity/src/rooms.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { limitInWords } from './reads/read-limits.ts'

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage({
    PORTICO_LIMIT_REGISTER_PER_IP_HOUR: '5',
    PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR: '2',
  })
  ida = await stage.operator('security')
})
beforeEach(() => stage.service.database.db.query`delete from rate_counters`)
afterAll(() => stage.close())

const rowsOf = ({ html }: Visited) =>
  html
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('td').map(({ text }) => text.trim().replaceAll(/\s+/g, ' ')))
const inUtc = (ahead: number) =>
  `${new Date((stage.service.clock.now() + ahead) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const count = (counter: string, spent: number, ahead: number) => stage.service.database.db.query`
  insert into rate_counters (counter, spent, window_ends_at)
  values (${counter}, ${spent}, to_timestamp(${stage.service.clock.now() + ahead}))`

const PERSON = 'ab'.repeat(32)

test('shows the limits that are spent, by the settings of the deployment, the one that ends last first', async () => {
  await count('register-per-ip 192.0.2.1', 5, 600)
  await count('register-per-ip 192.0.2.2', 6, 900)
  await count('register-per-ip 192.0.2.3', 4, 900)
  await count(`recover-per-email ${PERSON}`, 2, 1800)
  await count(`register-per-email ${PERSON}`, 2, 1800)
  await count('recover-per-ip 192.0.2.1', 10, -1)
  const page = await ida.open('/limits/')
  expect(rowsOf(page)).toEqual([
    [
      'New passwords asked for by e‑mail (for each e‑mail address) recover-per-email',
      '1',
      inUtc(1800),
      inUtc(1800),
      'not shown',
    ],
    [
      'Registrations of accounts (for each network) register-per-ip',
      '2',
      inUtc(600),
      inUtc(900),
      '192.0.2.2 192.0.2.1',
    ],
  ])
})

test.each([
  ['de', 'Verlangte Konten (je Netz) register-per-ip'],
  ['es', 'Cuentas pedidas (por red) register-per-ip'],
  ['fr', 'Comptes demandés (par réseau) register-per-ip'],
  ['ar', 'حسابات مطلوبة (لكل شبكة) register-per-ip'],
  ['zh', '申请账号 (按网络) register-per-ip'],
])('says what a limit counts in the language of the operator, with its name: %s', async (language, says) => {
  await count('register-per-ip 192.0.2.1', 5, 600)
  const page = await ida.open('/limits/', { headers: { 'accept-language': language } })
  expect(rowsOf(page).map(([limit]) => limit)).toEqual([says])
})

test('every limit of the service says in words what it counts and for whom; one that no room lists says nothing', () => {
  const said = Object.keys(LIMITS).map((kind) => limitInWords(kind))
  expect(said.length).toBeGreaterThan(20)
  expect(said.filter((one) => one === undefined || one.counts.en === '')).toEqual([])
  expect(limitInWords('unknown-per-ip')).toBeUndefined()
  expect(limitInWords('constructor')).toBeUndefined()
})

test.each([
  ['2001:db8:1:2::/64', 5, true],
  ['2001:db8:1:0::/56', 14, false],
  ['2001:db8:1:0::/56', 15, true],
  ['2001:db8:1::/48', 39, false],
  ['2001:db8:1::/48', 40, true],
])('a network counts with the share of its width: %s with %i', async (network, spent, isSpent) => {
  await count(`register-per-ip ${network}`, spent, 60)
  expect(rowsOf(await ida.open('/limits/')).map((row) => row[4])).toEqual(isSpent ? [network] : [])
})

test.each([
  `recover-per-email ${PERSON}`,
  'profile-change-per-citizen 0193a1b2-0000-7000-8000-000000000001',
  'new-address-per-email ana@secret.example.test',
  'register-per-ip ana@secret.example.test',
  'introspect-per-ip client:secret-program',
  'unknown-limit 192.0.2.77',
])('whom a counter is about is in no page: %s', async (counter) => {
  await count(counter, 1_000_000, 60)
  const page = await ida.open('/limits/')
  expect(page.status).toBe(200)
  expect(page.body).not.toContain(counter.split(' ')[1])
})

test('shows at most twenty networks of a limit, and how many there are', async () => {
  for (let host = 1; host <= 25; host += 1) await count(`register-per-ip 192.0.2.${host}`, 5, host)
  const [row = []] = rowsOf(await ida.open('/limits/'))
  expect(row[1]).toBe('25')
  expect(row[4]?.split(' ')).toEqual(Array.from({ length: 20 }, (_, index) => `192.0.2.${25 - index}`))
})

test('nothing is spent, and what was looked at is in the audit', async () => {
  const page = await ida.open('/limits/')
  expect(page.html.text).toContain('No limit is spent.')
  expect(page.html.text).toContain('in Redis')
  const looks = await stage.service.database.db.query`
    select details ->> 'command' as command from audit_events
     where name = 'operator-looked' and operator = ${ida.name} order by at desc limit 1`
  expect(looks).toEqual([{ command: 'console limits' }])
})
