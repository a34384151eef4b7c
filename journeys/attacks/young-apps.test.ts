import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import type { Letter } from '../../packages/identity/src/mail/index.ts'
import { openLetter } from '../../packages/identity/src/mail/sealed-letter.ts'
import { addCitizen } from '../../packages/identity/testing/people.ts'
import { enrol, givePassword } from '../../packages/identity/testing/soft-app.ts'
import { type InnerStage, linkPathOf, openInnerStage } from './inner-stage.ts'

const DAY_SECONDS = 86_400
const CHOSEN = 'nine purple umbrellas'

let stage: InnerStage

beforeAll(async () => {
  stage = await openInnerStage()
})
afterAll(() => stage?.close())

/** Recovers an account by mail. Returns where the new password leads, what the page says was removed, and the letters. */
async function recover({ email }: Citizen) {
  const browser = stage.service.browser()
  await browser.submit(await browser.get('/recover/'), { email })
  const mails = await stage.deliver()
  const done = await browser.submit(await browser.get(linkPathOf(mails.get(email))), { password: CHOSEN })
  const said = done.html.querySelector('section[aria-labelledby=removed]')?.text
  const { url } = await givePassword(stage.service.browser(), { email }, CHOSEN)
  return { leadsTo: new URL(url).pathname, said }
}

async function letterTo({ email }: Citizen): Promise<Letter | undefined> {
  const { db, keyring } = stage.service.foundation
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${email} and kind = 'young-apps-removed'`
  return row && openLetter(keyring, row.id, row.sealed).letter
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
  const { leadsTo, said } = await recover(citizen)
  expect(leadsTo).toBe('/account/')
  expect(said).toContain(
    'We removed the apps for codes that were added in the last 3 days with the password alone.',
  )
  expect(said).toContain('We cannot know who added it')
  expect(said).not.toContain('passkeys')
  expect(await countOf(citizen)).toEqual({ apps: 0, codes: 0, removed: 1 })
  expect(await letterTo(citizen)).toMatchObject({
    text: {
      before: [
        expect.stringMatching(/in the 3 days before: [^;]+\u00a0UTC\.$/),
        expect.anything(),
        expect.stringContaining('Your recovery codes are removed, too.'),
        expect.anything(),
        expect.anything(),
      ],
    },
  })
})

// proves: threat-code-lockout
test('an app of more than three days outlasts a recovery by mail, with its recovery codes', async () => {
  const citizen = await addCitizen(stage.service)
  await enrol(stage.service, citizen)
  stage.service.clock.advance(3 * DAY_SECONDS)
  expect(await recover(citizen)).toEqual({ leadsTo: '/login/code/', said: undefined })
  expect(await countOf(citizen)).toEqual({ apps: 1, codes: 10, removed: 0 })
  expect(await letterTo(citizen)).toBeUndefined()
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
  expect((await recover(citizen)).leadsTo).toBe('/login/code/')
  expect(await countOf(citizen)).toEqual({ apps: 1, codes: 10, removed: 1 })
  const told = JSON.stringify(await letterTo(citizen))
  expect(told).toContain('in the 3 days before')
  expect(told).not.toContain('recovery codes are removed')
})
