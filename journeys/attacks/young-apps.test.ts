import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { enrol, givePassword } from '../../packages/identity/src/second-factor/app.fixture.ts'
import { addCitizen } from '../../packages/identity/testing/people.ts'
import { type InnerStage, linkPathOf, openInnerStage } from './inner-stage.ts'

const DAY_SECONDS = 86_400
const CHOSEN = 'nine purple umbrellas'

let stage: InnerStage

beforeAll(async () => {
  stage = await openInnerStage()
})
afterAll(() => stage?.close())

/** Recovers an account by mail, and returns where the new password leads. */
async function recover({ email }: Citizen): Promise<string> {
  const browser = stage.service.browser()
  await browser.submit(await browser.get('/recover/'), { email })
  const mails = await stage.deliver()
  await browser.submit(await browser.get(linkPathOf(mails.get(email))), { password: CHOSEN })
  const { url } = await givePassword(stage.service.browser(), { email }, CHOSEN)
  return new URL(url).pathname
}

const countOf = async ({ citizenId }: Citizen) => {
  const [row] = await stage.service.database.db.query<{ apps: number; codes: number; removed: number }>`
    select (select count(*)::int from authenticators where citizen_id = ${citizenId}) as apps,
           (select count(*)::int from recovery_codes where citizen_id = ${citizenId}) as codes,
           (select count(*)::int from audit_events where citizen_id = ${citizenId} and name = 'authenticator-removed') as removed`
  return row
}

// proves: threat-code-lockout
test('an app that somebody added with a stolen password locks the owner out of no account: a recovery by mail removes it', async () => {
  const citizen = await addCitizen(stage.service)
  await enrol(stage.service, citizen)
  expect(await recover(citizen)).toBe('/account/')
  expect(await countOf(citizen)).toEqual({ apps: 0, codes: 0, removed: 1 })
  const letters = await stage.service.database.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${citizen.email}`
  expect(letters.map(({ kind }) => kind)).toContain('authenticator-removed')
})

// proves: threat-code-lockout
test('an app of more than three days outlasts a recovery by mail, with its recovery codes', async () => {
  const citizen = await addCitizen(stage.service)
  await enrol(stage.service, citizen)
  stage.service.clock.advance(3 * DAY_SECONDS)
  expect(await recover(citizen)).toBe('/login/code/')
  expect(await countOf(citizen)).toEqual({ apps: 1, codes: 10, removed: 0 })
})

// proves: threat-code-lockout
test('beside an old app, a new one goes and the recovery codes stay', async () => {
  const citizen = await addCitizen(stage.service)
  await enrol(stage.service, citizen)
  stage.service.clock.advance(4 * DAY_SECONDS)
  const { db } = stage.service.database
  await db.query`
    insert into authenticators (citizen_id, authenticator_id, sealed_secret, name, last_step, created_at)
    select citizen_id, gen_random_uuid(), sealed_secret, 'of the thief', 0, to_timestamp(${stage.service.clock.now()})
      from authenticators where citizen_id = ${citizen.citizenId}`
  expect(await recover(citizen)).toBe('/login/code/')
  expect(await countOf(citizen)).toEqual({ apps: 1, codes: 10, removed: 1 })
})
