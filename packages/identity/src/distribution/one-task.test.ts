import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDistributed } from '../../testing/one-server.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../testing/people.ts'
import { enterProgram, introspect, postForm, refresh } from '../../testing/program-flow.ts'
import { addSoftApp, enrol, givePassword } from '../../testing/soft-app.ts'
import { addSoftPasskey, enterWith } from '../../testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import type { Serializable } from '../platform/postgres/values.ts'
import { fixturesOf } from '../platform/room/fixtures.fixture.ts'

/** A statement with its parameters, as the service sent it. */
interface Sent {
  readonly text: string
  readonly values: readonly Serializable[]
}

/** What citizens do in a room, each with what comes before it: `room-acts.fixture.ts`. */
interface ActsOfRoom {
  readonly acts: Readonly<Record<string, (service: TestService) => Promise<() => Promise<unknown>>>>
}

const ofRooms = await fixturesOf<ActsOfRoom>('room-acts')

let service: TestService
let program: TestClient
let session: Session
const sent: Sent[] = []

beforeAll(async () => {
  service = await startTestService({ between: recorded })
  program = await addProgram(service)
  session = await openSession(service.database.address)
})
afterAll(async () => {
  await session?.close()
  await service?.close()
})

/** The same database, which records what it is asked. */
function recorded(db: Database): Database {
  return {
    layout: () => db.layout(),
    query(statement, ...values) {
      const text = statement.reduce((before, part, number) => `${before}$${number}${part}`)
      sent.push({ text, values })
      return db.query(statement, ...values)
    },
    transaction: (work) => db.transaction((tx) => work(recorded(tx))),
  }
}

/** What is sent meanwhile. The counters and the list of clients are no rows of a citizen; their statements name one key. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  sent.length = 0
  await work()
  expect(sent).not.toHaveLength(0)
  return [...sent]
}

/** The lines of each plan that is not one task on an index. */
async function faultsOf(statements: readonly Sent[]): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { text, values } of statements) {
    const rows = await session.runText<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN'])
    const tasks = plan.filter((line) => /Task Count: \d+/.test(line))
    const isOneTask = tasks.length === 1 && tasks[0]?.trim() === 'Task Count: 1'
    const strays = plan.filter((line) => /Distributed Subplan|pull to coordinator|repartition/.test(line))
    if (!isOneTask || strays.length > 0) faults.push([text, ...plan].join('\n'))
  }
  return faults
}

describe.skipIf(!isDistributed)(
  'on a distributed database, one task of one server answers each statement',
  () => {
    // proves: citus-one-task
    test('of a sign-in, a permission, a code exchange and everything that a program asks', async () => {
      const who = await addCitizen(service)
      const statements = await statementsOf(async () => {
        const { tokens, browser } = await enterProgram(service, program, who)
        await introspect(service, program, tokens.access_token)
        await postForm(service, '/o/userinfo/', {}, { authorization: `Bearer ${tokens.access_token}` })
        const renewed = await refresh(service, program, tokens.refresh_token)
        expect(renewed.status).toBe(200)
        await enterProgram(service, program, browser)
      })
      expect(statements.length).toBeGreaterThan(20)
      expect(await faultsOf(statements)).toEqual([])
    })

    // proves: citus-one-task
    test('of a passkey: the offer, adding, signing in, the list and removing', async () => {
      const who = await addCitizen(service)
      const browser = service.browser()
      await signIn(browser, who)
      const statements = await statementsOf(async () => {
        const form = { email: who.email, password: TEST_PASSWORD, makes_passkeys: 'yes' }
        const other = service.browser()
        const offered = await other.submit(await other.get('/login/'), form, { follow: false })
        expect(offered.location).toContain('/account/passkeys/offer/')
        const passkey = await addSoftPasskey(browser, service)
        const entered = await enterWith(service.browser(), passkey)
        expect(entered.status).toBe(303)
        await browser.submit(await browser.get('/account/passkeys/'), {}, { button: 'Remove' })
      })
      expect(statements.length).toBeGreaterThan(20)
      expect(await faultsOf(statements)).toEqual([])
    })

    // proves: citus-one-task
    test('of codes: adding an app, signing in with one and with a recovery code, and removing', async () => {
      const who = await addCitizen(service)
      const statements = await statementsOf(async () => {
        const { app, recoveryCodes } = await enrol(service, who)
        const browser = service.browser()
        await browser.submit(await givePassword(browser, who), { code: app.code() })
        const removed = await browser.submit(await browser.get('/account/codes/'), {}, { button: 'Remove' })
        expect(removed.html.querySelectorAll('article')).toHaveLength(0)
        await addSoftApp(browser, service)
        const other = service.browser()
        await other.submit(await givePassword(other, who), { code: recoveryCodes[0] ?? '' })
      })
      expect(statements.length).toBeGreaterThan(20)
      expect(await faultsOf(statements)).toEqual([])
    })

    // proves: citus-one-task
    test('of closing the account', async () => {
      const who = await addCitizen(service)
      const statements = await statementsOf(async () => {
        const browser = service.browser()
        await signIn(browser, who)
        await browser.submit(await browser.get('/account/close/'), {}, { button: 'Close my account' })
      })
      expect(statements.length).toBeGreaterThan(20)
      expect(await faultsOf(statements)).toEqual([])
    })
  },
)

// proves: citus-one-task
test.each(ofRooms.flatMap(({ acts }) => Object.entries(acts)))(
  'one server answers each statement of %s; where there is only one, it goes as well',
  async (_name, prepare) => {
    const act = await prepare(service)
    const statements = await statementsOf(act)
    expect(statements.length).toBeGreaterThan(20)
    if (isDistributed) expect(await faultsOf(statements)).toEqual([])
  },
)
