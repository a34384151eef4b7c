import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { createClientAuthenticator } from '../clients/index.ts'
import { unixSeconds } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { examineSecrets } from './examine-secrets.ts'
import { portico, settingsFor } from './portico.fixture.ts'
import { distance } from './present.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: string[]) => portico(settingsFor(database), args)

async function addClient() {
  const uri = 'https://parking.example.org/cb'
  const added = await run('client', 'add', 'Parking', '--redirect-uri', uri, '--json')
  return added.json<{ client_id: string; secret_id: string; client_secret: string }>()
}

const secretsOf = async (clientId: string) =>
  (await run('client', 'show', clientId, '--json')).json<{ secrets: Record<string, string | null>[] }>()
    .secrets

// proves: design-8-secret-end
test('a secret gets an end, is told by doctor before it and after it, and client show says what became of it', async () => {
  const { client_id, secret_id, client_secret } = await addClient()
  const doctor = async () =>
    (await examineSecrets(database.db, systemClock.now())).filter(({ says }) => says.includes(client_id))
  expect(await doctor()).toEqual([])
  const { out, exitCode } = await run('client', 'secret', 'retire', client_id, secret_id, '--until', '12h')
  expect([out, exitCode]).toEqual([expect.stringMatching(/^Secret \S{8} works until 20\d\d-.* UTC\.$/), 0])
  expect((await run('client', 'show', client_id)).out).toMatch(/ never +in 1[12] hours, 20\d\d-.* UTC$/m)
  expect(await doctor()).toMatchObject([
    {
      state: 'wrong',
      says: expect.stringMatching(
        /^secret \S{8} of Parking \(.*\) ends on .* UTC, and the program needs it$/,
      ),
      mend: expect.stringContaining(`portico client secret add ${client_id}`),
    },
  ])
  // Its end comes.
  await database.db.query`
    update client_secrets set expires_at = to_timestamp(${systemClock.now() - 60}) where client_id = ${client_id}`
  const header = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  const clients = createClientAuthenticator({
    ...{ db: database.db, clock: systemClock, random: systemRandom, log: QUIET_LOG },
  })
  expect(await clients.authenticate(header)).toMatchObject({ ok: false })
  expect((await run('client', 'show', client_id)).out).toMatch(
    /ended \d+ minutes? ago; still sent (now|.* ago)$/m,
  )
  expect((await doctor())[0]?.says).toContain('the program still sends it: it is refused')
  const [shown] = await secretsOf(client_id)
  expect(shown?.['refused_at']).toMatch(/^20\d\d-/)
  expect(JSON.stringify(shown)).not.toContain(client_secret)
})

// proves: design-8-wrong-secret
test('doctor names a program whose last secret was a wrong one, and no other; it is a fault only where no right one ever came', async () => {
  const [{ client_id }, other, before] = [await addClient(), await addClient(), await addClient()]
  const noted = (id: string, ago: number) =>
    database.db
      .query`update clients set wrong_secret_at = to_timestamp(${systemClock.now() - ago}) where client_id = ${id}`
  await noted(client_id, 30)
  await noted(other.client_id, 30)
  await noted(before.client_id, 30)
  const used = (id: string, ago: number) =>
    database.db.query`
      update client_secrets set last_used_at = to_timestamp(${systemClock.now() - ago}) where client_id = ${id}`
  await used(other.client_id, 20)
  await used(before.client_id, 7_200)
  const found = (await examineSecrets(database.db, systemClock.now())).filter(({ says }) =>
    [client_id, other.client_id, before.client_id].some((id) => says.includes(id)),
  )
  const ofUsed = found.filter(({ says }) => says.includes(before.client_id))
  expect(ofUsed).toEqual([
    expect.objectContaining({
      ...{ state: 'idle', mend: '' },
      says: expect.stringMatching(
        / if that was the program itself, it cannot sign anybody in, .*secret add /,
      ),
    }),
  ])
  expect(found.filter((one) => !ofUsed.includes(one))).toEqual([
    expect.objectContaining({
      state: 'wrong',
      says: expect.stringMatching(
        new RegExp(
          `^somebody came as Parking \\(${client_id}\\) on .* UTC with a secret that it does not have, and none of its secrets was ever used$`,
        ),
      ),
      mend: expect.stringContaining(`portico client secret add ${client_id} --reason TEXT`),
    }),
  ])
})

test('client show says how long ago a secret was used', async () => {
  const { client_id } = await addClient()
  expect((await run('client', 'show', client_id)).out).toMatch(/ never +never$/m)
  await database.db.query`
    update client_secrets set last_used_at = to_timestamp(${systemClock.now() - 3 * 86_400 - 60})
     where client_id = ${client_id}`
  expect((await run('client', 'show', client_id)).out).toMatch(/ 3 days ago +never$/m)
})

test.each([
  ['nobody', '12345678', 'There is no client nobody.'],
  ['', '12345678', 'There is no secret 12345678 of this client.'],
])('an end for a secret of %j that is not there is refused', async (client, secret, sentence) => {
  const { client_id } = await addClient()
  const refused = await run('client', 'secret', 'retire', client || client_id, secret, '--until', '12h')
  expect([refused.exitCode, refused.out, refused.err]).toEqual([1, '', `portico: ${sentence}`])
  expect((await secretsOf(client_id)).map((one) => one['expires_at'])).toEqual([null])
})

test.each(['2020-01-01', 'never', '0d', '', '99999999d'])(
  '--until %j is a wrong command line, and nothing has happened',
  async (until) => {
    const { client_id, secret_id } = await addClient()
    for (const args of [
      ['add', client_id],
      ['retire', client_id, secret_id],
    ]) {
      expect((await run('client', 'secret', ...args, '--until', until)).exitCode).toBe(2)
    }
    expect((await secretsOf(client_id)).map((one) => one['expires_at'])).toEqual([null])
  },
)

test.each([
  [0, 'now'],
  [-1, '1 second ago'],
  [-59, '59 seconds ago'],
  [-60, '1 minute ago'],
  [-3_599, '59 minutes ago'],
  [-7_200, '2 hours ago'],
  [86_399, 'in 23 hours'],
  [86_400, 'in 1 day'],
  [-3 * 86_400 - 5, '3 days ago'],
  [40 * 86_400, 'in 1 month'],
  [800 * 86_400, 'in 2 years'],
])('%d seconds from now is %j', (seconds, words) => {
  const now = unixSeconds(1_800_000_000)
  expect(distance(unixSeconds(now + seconds), now)).toBe(words)
})
