import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { FORMER_MIGRATIONS, makeFormerSchema } from '../../testing/former-schema.ts'
import { addCitizen, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { MIGRATIONS } from '../migrations.ts'
import { mintToken, type TokenKind } from '../platform/opaque-token.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { endLinks } from './account-links.ts'

/** Links that were mailed by a development version, two of them when it had three tables. */

const LAST_WITH_THREE_TABLES = 29
const OWNER = { citizenId: randomUuid(systemRandom), email: 'owner@example.test', securityVersion: 1 }

const clock = fakeClock()
let database: TestDatabase
let service: TestService
let session: Session
let links: Readonly<Record<'registration' | 'recovery' | 'verification', string>>

beforeAll(async () => {
  database = await createTestDatabase('template1')
  session = await openSession(database.address)
  await makeFormerSchema(database.address, FORMER_MIGRATIONS.slice(0, LAST_WITH_THREE_TABLES))
  await addCitizen({ foundation: { db: database.db, clock, random: systemRandom } }, OWNER)
  links = {
    registration: await write('registrations', 'registration-link'),
    recovery: await write('recovery_links', 'recovery-link'),
    verification: await write('verification_links', 'verification-link'),
  }
  await makeFormerSchema(database.address, FORMER_MIGRATIONS.slice(LAST_WITH_THREE_TABLES))
  await migrate(database.address, MIGRATIONS)
  service = await startTestService({ database, clock })
})
afterAll(async () => {
  await service?.close()
  await session.close()
  await database.drop()
})

async function write(table: string, kind: TokenKind): Promise<string> {
  const id = table === 'registrations' ? randomUuid(systemRandom) : OWNER.citizenId
  const { value, citizenId, hash } = mintToken(systemRandom, kind, id)
  const times = `to_timestamp(${clock.now()}), to_timestamp(${clock.now() + 1200})`
  await session.runText(
    table === 'registrations'
      ? `insert into registrations (citizen_id, link_hash, email, full_name, phone_number, language, created_at, expires_at)
         values ($1, $2, 'new@example.test', 'Ada', '', 'en', ${times})`
      : `insert into ${table} (citizen_id, link_hash, security_version, created_at, expires_at)
         values ($1, $2, 1, ${times})`,
    [citizenId, hash],
  )
  return value.reveal()
}

const pageOf = (path: string, link: string) => service.browser().get(`${path}?link=${link}`)

async function statuses(): Promise<readonly number[]> {
  const pages = [
    pageOf('/register/confirm/', links.registration),
    pageOf('/recover/confirm/', links.recovery),
    pageOf('/account/verification/confirm/', links.verification),
  ]
  return (await Promise.all(pages)).map(({ status }) => status)
}

test('are valid, and end as links of today do: with their use, and with a new password, except a verification', async () => {
  expect(await statuses()).toEqual([200, 200, 200])
  const browser = service.browser()
  const register = await browser.get(`/register/confirm/?link=${links.registration}`)
  const made = await browser.submit(register, { password: `${TEST_PASSWORD} again` }, { follow: false })
  expect(made.status).toBe(303)
  await endLinks(database.db, 'new-password', OWNER.citizenId)
  expect(await statuses()).toEqual([400, 400, 200])
})
