import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onEach } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { addCitizen, addProgram, signIn, type TestClient } from '../../testing/people.ts'
import { exchange, newAttempt, obtainCode } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { createAccount } from '../enrollment/create-account.ts'
import { reserveGuess } from '../guesses/index.ts'
import { storeRegistration } from '../mailed-links/index.ts'
import { createPasswordHasher } from '../passwords/index.ts'
import { UTC } from '../platform/date-words.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { countedNetworks } from '../rate-limits/index.ts'

/** What happens before a statement: the process dies, or the connections between the servers do. */
type Cut = 'process' | 'servers'

let service: TestService
let program: TestClient
/** The cut, and before which statement; undefined for none. */
let armed: { readonly cut: Cut; readonly before: number } | undefined
let sent = 0

beforeAll(async () => {
  service = await startTestService({ between: cutting })
  program = await addProgram(service)
})
afterAll(() => service.close())
beforeEach(() => {
  armed = undefined
})

function cutting(db: Database): Database {
  return {
    layout: () => db.layout(),
    async query(statement, ...values) {
      sent += 1
      if (armed && sent === armed.before + 1) await cut(armed.cut)
      return db.query(statement, ...values)
    },
    transaction: (work) => db.transaction((tx) => work(cutting(tx))),
  }
}

async function cut(kind: Cut): Promise<void> {
  if (kind === 'process') throw new DatabaseUnavailable('The process has died here')
  const { workers, database } = service.database
  await onEach(
    workers,
    database,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

/** Does the work with a cut before each of its statements in turn, and says how each went. `again` then does it without. */
async function cutEverywhere(
  kind: Cut,
  work: () => Promise<boolean>,
  again: () => Promise<void>,
): Promise<number> {
  for (let before = 0; ; before += 1) {
    armed = { cut: kind, before }
    sent = 0
    await work().catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
    const isOver = sent <= before
    armed = undefined
    await again()
    if (isOver) return before
  }
}

const kinds: readonly Cut[] = isDistributed ? ['process', 'servers'] : ['process']

// proves: citus-steps-repeat
describe.each(kinds)('cut before each statement (%s), then done again', (kind) => {
  test('the end of a registration makes one account, and one event', async () => {
    const needs = {
      ...service.foundation,
      baseUrl: service.baseUrl,
      serviceName: 'Portico',
      timeZone: UTC,
      secondFactor: undefined,
      afterStrongSignIn: async () => undefined,
      passwords: createPasswordHasher({ concurrency: 1, maxWaiting: 4 }),
      passwordMinLength: 8,
      namesHere: async () => [],
      limits: { spend: async () => ({ allowed: true }) as const },
    }
    let waiting = await register()
    const finish = () =>
      createAccount(needs, waiting, {
        password: 'a long lamp in the garden',
        origin: { actor: 'anonymous', address: '192.0.2.1' },
        entrant: {
          deviceHash: Buffer.alloc(32, 7),
          cookieValue: undefined,
          userAgent: undefined,
          language: 'en',
          origin: { actor: 'anonymous', address: '192.0.2.1' },
        },
      })
    const statements = await cutEverywhere(
      kind,
      async () => (await finish()).ok,
      async () => {
        await finish()
        expect(await accountsOf(waiting.registration.email)).toEqual({
          citizens: 1,
          addresses: 1,
          events: 1,
          waiting: 0,
        })
        waiting = await register()
      },
    )
    expect(statements).toBeGreaterThan(3)
  })

  test('a code exchange gives tokens once', async () => {
    const who = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, who)
    let attempt = newAttempt(program)
    let code = await obtainCode(browser, attempt)
    await cutEverywhere(
      kind,
      async () => (await exchange(service, program, { ...attempt, code })).status === 200,
      async () => {
        const answers = [
          await exchange(service, program, { ...attempt, code }),
          await exchange(service, program, { ...attempt, code }),
        ]
        expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
        expect(await grantsWithoutToken(who.citizenId)).toBe(0)
        attempt = newAttempt(program)
        code = await obtainCode(browser, attempt)
      },
    )
  })

  test('a guess counts at most one failure more', async () => {
    const guess = {
      email: `${randomUuid(service.foundation.random)}@example.org`,
      deviceHash: Buffer.alloc(32, 3),
      networks: countedNetworks('192.0.2.1'),
    }
    const reserve = () => reserveGuess(service.foundation, guess)
    await cutEverywhere(
      kind,
      async () => (await reserve()).ok,
      async () => {
        const reserved = await reserve()
        expect(reserved.ok && reserved.value.counted.every(({ failures }) => failures <= 3)).toBe(true)
        await service.database.db.query`delete from sign_in_failures`
        await service.database.db.query`delete from guessed_addresses`
      },
    )
  })
})

async function register() {
  const { foundation, baseUrl, database } = service
  const registration = {
    email: `${randomUuid(foundation.random)}@example.org`,
    fullName: 'Ada Lovelace',
    phoneNumber: '',
    language: 'en',
  }
  const needs = { ...foundation, db: database.db, baseUrl }
  const { citizenId, hash } = await storeRegistration(
    needs,
    randomUuid(foundation.random),
    registration,
    'none',
  )
  return { key: { citizenId, hash }, registration }
}

async function accountsOf(email: string) {
  const { db } = service.database
  const count = (rows: Promise<readonly unknown[]>) => rows.then(({ length }) => length)
  const [citizen] = await db.query<{
    id: string
  }>`select citizen_id as id from citizens where email = ${email}`
  return {
    citizens: await count(db.query`select 1 from citizens where email = ${email}`),
    addresses: await count(db.query`select 1 from login_emails where email = ${email}`),
    events: await count(db.query`
      select 1 from audit_events where citizen_id = ${citizen?.id ?? null} and name = 'account-created'`),
    waiting: await count(db.query`select 1 from mailed_links where email = ${email}`),
  }
}

async function grantsWithoutToken(citizenId: string): Promise<number> {
  const rows = await service.database.db.query`
    select 1 from grants g where citizen_id = ${citizenId}
       and not exists (select from access_tokens t where t.citizen_id = g.citizen_id and t.grant_id = g.grant_id)
       and ended_at is null`
  return rows.length
}
