import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen, TEST_PASSWORD } from '../../testing/people.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { mintToken, type TokenKey, type TokenKind } from '../platform/opaque-token.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { readMigrations } from '../platform/postgres/migration.ts'
import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { endLinks, findOwnedLink, storeLink } from './account-links.ts'
import { LINK_KINDS, type LinkRules } from './link-kinds.ts'
import { findRegistration, storeRegistration } from './registration-links.ts'

/**
 * The previous release, whose three tables are views now. Its statements are here as it has them. A row that it wrote before the
 * migration or after it is a link of this release, and the other way round.
 */

const LAST_OF_BEFORE = 29
const OLD_TABLES = ['registrations', 'recovery_links', 'verification_links'] as const
type OldTable = (typeof OLD_TABLES)[number]

const clock = fakeClock()
let database: TestDatabase
let service: TestService
let old: Session
let before: Readonly<Record<OldTable, OldLink>>

beforeAll(async () => {
  database = await createTestDatabase('template1')
  old = await openSession(database.address)
  const migrations = await readMigrations()
  await migrate(database.address, { migrations: migrations.slice(0, LAST_OF_BEFORE) })
  await addCitizen({ foundation: { db: database.db, clock, random: systemRandom } }, OWNER)
  before = await writeEach()
  await migrate(database.address)
  service = await startTestService({ database, clock })
})
afterAll(async () => {
  await service?.close()
  await old.close()
  await database.drop()
})

const OWNER = { citizenId: randomUuid(systemRandom), email: 'owner@example.test', securityVersion: 1 }

interface OldLink extends TokenKey {
  readonly value: string
}

/** A link in each of the tables, by the statements of the previous release. */
async function writeEach(): Promise<Readonly<Record<OldTable, OldLink>>> {
  return {
    registrations: await writeOld('registrations', 'registration-link'),
    recovery_links: await writeOld('recovery_links', 'recovery-link'),
    verification_links: await writeOld('verification_links', 'verification-link'),
  }
}

async function writeOld(table: OldTable, kind: TokenKind): Promise<OldLink> {
  const id = table === 'registrations' ? randomUuid(systemRandom) : OWNER.citizenId
  const { value, citizenId, hash } = mintToken(systemRandom, kind, id)
  const times = `to_timestamp(${clock.now()}), to_timestamp(${clock.now() + 1200})`
  await old.runText(
    table === 'registrations'
      ? `insert into registrations (citizen_id, link_hash, email, full_name, phone_number, language, created_at, expires_at, code_hash)
         values ($1, $2, '${id}@new.example.test', 'Ada', '', 'en', ${times}, 'code')`
      : `insert into ${table} (citizen_id, link_hash, security_version, created_at, expires_at, code_hash)
         values ($1, $2, 1, ${times}, 'code')`,
    [citizenId, hash],
  )
  return { citizenId, hash, value: value.reveal() }
}

const CONFIRM: Readonly<Record<OldTable, string>> = {
  registrations: '/register/confirm/',
  recovery_links: '/recover/confirm/',
  verification_links: '/account/verification/confirm/',
}

async function statusesOf(links: Readonly<Record<OldTable, OldLink>>): Promise<readonly number[]> {
  const browser = service.browser()
  const pages = OLD_TABLES.map((table) => browser.get(`${CONFIRM[table]}?link=${links[table].value}`))
  return (await Promise.all(pages)).map(({ status }) => status)
}

test('a link of before the migration is valid after it, each with its kind', async () => {
  expect(await statusesOf(before)).toEqual([200, 200, 200])
  const kinds = await old.runText<{ kind: string }>('select kind from mailed_links order by kind')
  expect(kinds.map(({ kind }) => kind)).toEqual(['former', 'registration', 'verification'])
})

test('it works: a first password makes the account, and a new one ends what was written before, except a verification', async () => {
  const links = await writeEach()
  const browser = service.browser()
  const register = await browser.get(`${CONFIRM.registrations}?link=${links.registrations.value}`)
  const password = `${TEST_PASSWORD} again`
  expect((await browser.submit(register, { password }, { follow: false })).status).toBe(303)
  await endLinks(database.db, 'new-password', OWNER.citizenId)
  expect(await statusesOf(links)).toEqual([400, 400, 200])
  expect(await statusesOf(before)).toEqual([200, 400, 200])
})

describe('the previous release, on the views', () => {
  const find = async (table: OldTable, { citizenId, hash }: TokenKey) =>
    (
      await old.runText(
        `select 1 from ${table} where citizen_id = $1 and link_hash = $2 and expires_at > to_timestamp(${clock.now()})`,
        [citizenId, hash],
      )
    ).length

  test('writes links that this one takes', async () => {
    expect(await statusesOf(await writeEach())).toEqual([200, 200, 200])
  })

  test('finds the links that this one writes, in their tables alone, and uses each once', async () => {
    const needs = { ...service.foundation, baseUrl: service.baseUrl, serviceName: 'portico' }
    // The kind of a room, too.
    const wish = { ...LINK_KINDS.recovery, kind: 'wish', token: 'pxx_' as const }
    const kept = async (rules: LinkRules) => {
      const { address } = await storeLink(needs, rules, OWNER)
      const value = new URL(address.reveal()).searchParams.get('link') ?? ''
      return (await findOwnedLink(needs, rules, value))?.key
    }
    const person = { email: 'x@example.test', fullName: 'X', phoneNumber: '', language: 'en' }
    const made = await storeRegistration(needs, randomUuid(systemRandom), person, 'none')
    const keys = {
      recovery: [await kept(LINK_KINDS.recovery), 'recovery_links'],
      wish: [await kept(wish), 'recovery_links'],
      verification: [await kept(LINK_KINDS.verification), 'verification_links'],
      registration: [made, 'registrations'],
    } as const
    for (const [key, own] of Object.values(keys)) {
      if (!key) throw new Error('this release does not find its own link')
      for (const table of OLD_TABLES) expect(await find(table, key)).toBe(table === own ? 1 : 0)
      const spend = () =>
        old.runText(`delete from ${own} where citizen_id = $1 and link_hash = $2 returning 1`, [
          key.citizenId,
          key.hash,
        ])
      expect([(await spend()).length, (await spend()).length]).toEqual([1, 0])
    }
  })

  test('counts the tries of a code, spends it, and ends it', async () => {
    const links = await writeEach()
    for (const table of OLD_TABLES) {
      const { citizenId, hash } = links[table]
      const own = [citizenId, hash]
      const tried = await old.runText(
        `update ${table} set code_tries = code_tries + 1
          where citizen_id = $1 and link_hash = $2 and code_hash is not null and code_tries < 5 returning code_tries as tries`,
        own,
      )
      expect(tried).toEqual([{ tries: 1 }])
      const ended = `update ${table} set code_hash = null where citizen_id = $1 and link_hash = $2 returning 1`
      expect(await old.runText(ended, own)).toHaveLength(1)
      const next = `update ${table} set link_hash = 'next ${table}', code_hash = null where citizen_id = $1 and link_hash = $2 returning 1`
      expect(await old.runText(next, own)).toHaveLength(1)
    }
  })

  test('ends the links of a citizen, and those of no other table', async () => {
    const links = await writeEach()
    await old.runText('delete from recovery_links where citizen_id = $1', [OWNER.citizenId])
    expect(await statusesOf(links)).toEqual([200, 400, 200])
  })

  test('deletes what has expired', async () => {
    const links = await writeEach()
    const later = { db: database.db, clock: fakeClock(clock.nowMilliseconds() + 7_200_000) }
    for (const table of OLD_TABLES) {
      const purge = purgeExpired({ table, overAt: 'expires_at' })
      expect(await purgeOnce([purge], later, 100)).toBeGreaterThan(0)
      expect(await find(table, links[table])).toBe(0)
    }
    expect(await findRegistration(service.foundation, links.registrations.value)).toBeUndefined()
  })
})
