import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, closeCitizen, suspendCitizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { UTC } from '../platform/date-words.ts'
import { eraseCitizen, OF_ROOMS } from '../rooms.ts'
import { dataOrder } from './data-order.ts'

let service: TestService
let folder: string
let files = 0

beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'portico-data-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const newFile = () => join(folder, `${(files += 1)}.json`)
const run = (who: string, ...more: readonly string[]) =>
  portico(settingsFor(service.database), ['citizen', 'data', who, ...more], { ask: 'nobody-there' })
const REASON = ['--reason', 'a letter of 3 May <x>'] as const
const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'))
const lettersTo = async ({ email }: Citizen) => {
  const rows = await service.database.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${email} and kind like 'data-copied%'`
  return rows.map(({ kind }) => kind)
}
const operatorsEvents = ({ citizenId }: Citizen) =>
  service.database.db.query`
    select name, operator, details from audit_events where citizen_id = ${citizenId} and actor = 'operator' and name not in ('operator-looked', 'operator-refused')`

// proves: data-on-paper
test('the file is the one of the page, its owner’s alone, and the citizen reads that it was made', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  const file = newFile()
  const made = await run(citizen.email, '--out', file, ...REASON, '--json')
  expect(made.json()).toEqual({ subject: citizen.subject, file })
  expect(await lettersTo(citizen)).toEqual(['data-copied'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const own = await browser.submit(await browser.get('/account/data/'), {}, { button: 'Download' })
  const [onPaper, onPage]: Record<string, unknown>[] = [read(file), JSON.parse(own.body)]
  const sameOfAll = { made_at: '', activity: [] }
  expect({ ...onPaper, ...sameOfAll }).toEqual({ ...onPage, ...sameOfAll })
  const copied = expect.objectContaining({ event: 'citizen-data-copied', by: 'operator' })
  expect([onPaper?.['activity'], onPage?.['activity']]).toEqual([
    expect.arrayContaining([copied]),
    expect.arrayContaining([copied]),
  ])
  expect((await browser.get('/account/activity/')).body).toContain('made a copy of the data of the account')
  expect(await operatorsEvents(citizen)).toEqual([
    { name: 'citizen-data-copied', operator: 'tester', details: { reason: 'a letter of 3 May <x>' } },
  ])
})

test('it has no secret, and no word of an operator', async () => {
  const citizen = await addCitizen(service)
  await signIn(service.browser(), citizen)
  const file = newFile()
  await run(citizen.email, '--out', file, ...REASON)
  const text = readFileSync(file, 'utf8')
  for (const secret of [
    citizen.passwordHash,
    'argon2',
    'hash',
    'token',
    'cookie',
    'letter of 3 May',
    'tester',
  ])
    expect(text).not.toContain(secret)
  expect(text).not.toContain(citizen.citizenId)
})

test('a suspended citizen gets it, too, and one who is erased is a subject', async () => {
  const citizen = await addCitizen(service)
  const asked = { emailOrSubject: citizen.subject, reason: 'x' }
  const needs = { ...service.foundation, by: TEST_ORDER }
  await suspendCitizen(needs, asked)
  const [first, second] = [newFile(), newFile()]
  expect((await run(citizen.email, '--out', first, ...REASON)).exitCode).toBe(0)
  expect(read(first)).toMatchObject({ profile: { standing: 'suspended', suspended_until: null } })
  await closeCitizen({ ...needs, erase: eraseCitizen }, asked)
  expect((await run(citizen.subject, '--out', second, ...REASON)).exitCode).toBe(0)
  expect(readFileSync(second, 'utf8')).not.toContain(citizen.email)
  expect(await lettersTo(citizen)).toEqual(['data-copied'])
})

// proves: data-on-paper
test('only tried, it says which letter would go, and there is neither a file nor a letter nor a copy in the audit', async () => {
  const citizen = await addCitizen(service)
  const file = newFile()
  const tried = await run(citizen.email, '--out', file, '--dry-run')
  expect(tried.out).toContain(`sends the letter “A copy of your data was made” to ${citizen.email}`)
  expect([existsSync(file), existsSync(`${file}.part`), await lettersTo(citizen)]).toEqual([false, false, []])
  expect(await operatorsEvents(citizen)).toEqual([])
})

test('whoever is asked and does not say yes makes no copy', async () => {
  const citizen = await addCitizen(service)
  const file = newFile()
  const words = ['citizen', 'data', citizen.email, '--out', file, ...REASON]
  const asked = await portico(settingsFor(service.database), words, { ask: async () => 'no' })
  expect([asked.exitCode, existsSync(file), await lettersTo(citizen)]).toEqual([1, false, []])
})

test('with four eyes, the file is written by whoever consents, after the event with both names', async () => {
  const citizen = await addCitizen(service)
  const file = newFile()
  const settings = { ...settingsFor(service.database), PORTICO_FOUR_EYES: 'data' }
  const as = (name: string, ...words: readonly string[]) =>
    portico(settings, [...words, '--as', name, ...REASON, '--json'], { ask: 'nobody-there' })
  const asked = await as('ada', 'citizen', 'data', citizen.email, '--out', file)
  expect([asked.exitCode, existsSync(file)]).toEqual([0, false])
  const { number } = asked.json<{ waits: { number: number } }>().waits
  // The path of whoever asked is one of another machine.
  const without = await as('grace', 'consent', String(number))
  expect([without.exitCode, existsSync(file)]).toEqual([1, false])
  const own = newFile()
  expect((await as('grace', 'consent', String(number), '--out', own)).exitCode).toBe(0)
  expect(existsSync(file)).toBe(false)
  expect(read(own)).toMatchObject({ profile: { email: citizen.email } })
  expect(await operatorsEvents(citizen)).toContainEqual({
    ...{ name: 'citizen-data-copied', operator: 'ada' },
    details: { reason: REASON[1], consented_by: 'grace' },
  })
})

test.each([
  ['without a file', () => [], 2, '--out FILE is missing'],
  ['with an empty one', () => ['--out='], 1, 'cannot be made'],
  ['in a folder that is not there', () => ['--out', join(folder, 'no', 'where.json')], 1, 'cannot be made'],
  ['in place of a folder', () => ['--out', folder], 1, 'exists already'],
] as const)('%s nothing is written, and the audit has no copy', async (_what, options, exitCode, says) => {
  const citizen = await addCitizen(service)
  expect(await run(citizen.email, ...options(), ...REASON)).toMatchObject({
    exitCode,
    out: '',
    err: expect.stringContaining(says),
  })
  expect(await operatorsEvents(citizen)).toEqual([])
})

test('a file that is there stays as it is', async () => {
  const citizen = await addCitizen(service)
  const file = newFile()
  writeFileSync(file, 'mine')
  expect(await run(citizen.email, '--out', file, ...REASON)).toMatchObject({ exitCode: 1 })
  expect([readFileSync(file, 'utf8'), await operatorsEvents(citizen)]).toEqual(['mine', []])
})

test('nobody, and no reason, make no file', async () => {
  const file = newFile()
  expect(await run('nobody@example.org', '--out', file, ...REASON)).toMatchObject({ exitCode: 1 })
  expect(await run((await addCitizen(service)).email, '--out', file)).toMatchObject({ exitCode: 2 })
  expect(existsSync(file)).toBe(false)
})

test('what fails or is stopped on the way leaves no half a file, and the event of the copy', async () => {
  const citizen = await addCitizen(service)
  const stop = new AbortController()
  const order = async (ownData: typeof OF_ROOMS.ownData, file: string) => {
    const { foundation, baseUrl } = service
    const sender = { baseUrl, serviceName: 'portico', timeZone: UTC }
    const needs = {
      ...foundation,
      ...sender,
      by: TEST_ORDER,
      ownDataOfRooms: async () => ({ ...OF_ROOMS, ownData }),
    }
    const done = await dataOrder(needs, citizen, { reason: 'x', option: () => file })
    return done.ok ? done.value.then?.(foundation.db, stop.signal) : done
  }
  const [failed, stopped] = [newFile(), newFile()]
  const fails = [['late', () => Promise.reject(new Error('no answer'))]] as const
  await expect(order([...OF_ROOMS.ownData, ...fails], failed)).rejects.toThrow('no answer')
  const abort = async () => {
    stop.abort()
    return {}
  }
  expect(await order([['late', abort], ...OF_ROOMS.ownData], stopped)).toMatchObject({
    ok: false,
    refusal: { says: expect.stringContaining('stopped') },
  })
  expect([existsSync(failed), existsSync(stopped)]).toEqual([false, false])
  expect(await operatorsEvents(citizen)).toHaveLength(2)
})
