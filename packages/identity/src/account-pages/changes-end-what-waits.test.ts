import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import {
  authorizeAddress,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
} from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, closeCitizen, findCitizen } from '../citizens/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'
import { eraseCitizen } from '../rooms.ts'
import { changeProfile } from './change-profile.ts'

const NEW_PASSWORD = 'seven sleepy herons waded'
const CITIZEN = { actor: 'citizen' as const, address: '192.0.2.1' }
let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function askToRecover({ email }: Citizen): Promise<string> {
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email })
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ messageId: string; sealedContent: Buffer }>`
    select message_id as "messageId", sealed_content as "sealedContent" from outbox
     where recipient = ${email} and kind = 'recovery'`
  const { letter } = openLetter(keyring, row?.messageId ?? '', row?.sealedContent ?? Buffer.alloc(0))
  return letter.kind === 'recovery' ? letter.link.reveal() : ''
}

describe('disconnecting a program', () => {
  test('ends a code that is on its way to the program, so that it gets no tokens afterwards', async () => {
    const program = await addProgram(service)
    const { browser } = await enterProgram(service, program, await addCitizen(service))
    const attempt = newAttempt(program)
    const code = await obtainCode(browser, attempt)
    await browser.submit(await browser.get('/account/programs/'), {}, { button: 'Disconnect' })
    const late = await exchange(service, program, { verifier: attempt.verifier, code })
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
  })
  test('leaves the code of another program good', async () => {
    const [program, other] = [await addProgram(service), await addProgram(service, { name: 'Library' })]
    const { browser } = await enterProgram(service, program, await addCitizen(service))
    const attempt = newAttempt(other)
    const code = await obtainCode(browser, attempt)
    const page = await browser.get('/account/programs/')
    await browser.submit(page, { client_id: program.clientId }, { button: 'Disconnect' })
    expect((await exchange(service, other, { verifier: attempt.verifier, code })).status).toBe(200)
  })
  // proves: threat-revoked-token-lives
  test('at the moment of the exchange leaves no living token, whoever comes first', async () => {
    const program = await addProgram(service)
    for (let round = 0; round < 8; round += 1) {
      const { browser } = await enterProgram(service, program, await addCitizen(service))
      const attempt = newAttempt(program)
      const code = await obtainCode(browser, attempt)
      const page = await browser.get('/account/programs/')
      const [exchanged] = await Promise.all([
        exchange(service, program, { verifier: attempt.verifier, code }),
        browser.submit(page, {}, { button: 'Disconnect' }),
      ])
      if (exchanged.status === 200)
        expect(await introspect(service, program, exchanged.body.access_token)).toEqual({ active: false })
      expect((await browser.get(authorizeAddress(newAttempt(program)))).status).toBe(200)
    }
  })
})

describe('changing the password', () => {
  // proves: threat-stay-after-reset
  test('ends a mailed recovery link that somebody else may have asked for', async () => {
    const citizen = await addCitizen(service)
    const link = await askToRecover(citizen)
    const thief = service.browser()
    expect((await thief.get(link)).status).toBe(200)
    const browser = service.browser()
    await signIn(browser, citizen)
    const form = await browser.get('/account/password/')
    await browser.submit(form, { current_password: TEST_PASSWORD, password: NEW_PASSWORD })
    expect((await thief.get(link)).status).toBe(400)
  })
})

describe('changing the profile', () => {
  test('writes nothing into an account that was closed while the form was on its way', async () => {
    const citizen = await addCitizen(service)
    const closed = await closeCitizen(
      { ...service.foundation, erase: eraseCitizen },
      {
        emailOrSubject: citizen.email,
        reason: 'asked to',
      },
    )
    expect(closed.ok).toBe(true)
    const change = { fullName: 'Ana Again', phoneNumber: '+34 611 111 111', language: 'fr' }
    await changeProfile({ ...service.foundation, limits: service.service.limits }, citizen, {
      change,
      origin: CITIZEN,
    })
    expect(await findCitizen(service.foundation.db, citizen.citizenId)).toMatchObject({
      fullName: '',
      phoneNumber: '',
      language: '',
    })
  })
})

describe('a page that was open for too long', () => {
  test('connects no program where the sign-in has become older than max_age', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    const asked = authorizeAddress(newAttempt(await addProgram(service), { max_age: '60' }))
    const page = await browser.get(asked)
    expect(page.status).toBe(200)
    service.clock.advance(120)
    const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
    expect(answer.location).toContain('/login/')
    const connected = await service.foundation.db.query`
      select 1 as one from connections where citizen_id = ${citizen.citizenId}`
    expect(connected).toHaveLength(0)
  })
})
