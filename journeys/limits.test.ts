import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createMailSender,
  createSmtpTransport,
  type MailSender,
} from '../packages/identity/src/mail/index.ts'
import { UTC } from '../packages/identity/src/platform/date-words.ts'
import { addCitizen, addProgram, signIn, type TestClient } from '../packages/identity/testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../packages/identity/testing/program-flow.ts'
import { startTestService, type TestService } from '../packages/identity/testing/test-service.ts'
import { linkIn, type MailServer, startMailServer } from './kit/mail-server.ts'
import {
  type Answer,
  freshAddress,
  INTROSPECT,
  openWire,
  RECOVER,
  REGISTER,
  TOKEN,
  type Wire,
} from './wire.ts'

describe('the limits of contract section 8', () => {
  let wire: Wire

  beforeAll(async () => {
    wire = await openWire()
  })

  afterAll(async () => {
    await wire?.close()
  })

  /** Sends this many requests in parallel, and then one more. */
  async function exceed(limit: number, ask: (index: number) => Promise<Answer>): Promise<Answer> {
    const answers = await Promise.all(Array.from({ length: limit }, (_, index) => ask(index)))
    expect(answers.filter(({ status }) => status === 429)).toEqual([])
    return ask(limit)
  }

  function expectTooMany(answer: Answer): void {
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  }

  test.each([
    ['register', REGISTER, { full_name: 'Ana' }],
    ['recover', RECOVER, {}],
  ])('%s: 10 per IP and hour, whatever the address, with a Detail body', async (name, path, rest) => {
    const from = freshAddress()
    const refused = await exceed(10, (index) =>
      wire.sendJson(path, { ...rest, email: `${name}.${index}@example.test` }, { from }),
    )
    expectTooMany(refused)
    expect(refused.json).toEqual({ detail: expect.any(String) })
    const elsewhere = await wire.sendJson(path, { ...rest, email: `${name}@example.test` })
    expect(elsewhere.status).toBe(202)
  })

  test.each([
    ['register', REGISTER, { full_name: 'Ana' }],
    ['recover', RECOVER, {}],
  ])(
    '%s: 3 per email and hour, wherever they come from and however it is spelt',
    async (name, path, rest) => {
      const email = `Often.${name}@Example.test`
      const spelt = [email, email.toUpperCase(), ` ${email}`, email.toLowerCase()]
      const refused = await exceed(3, (index) => wire.sendJson(path, { ...rest, email: spelt[index] }))
      expectTooMany(refused)
      expect(refused.json).toEqual({ detail: expect.any(String) })
    },
  )

  // proves: threat-enumeration-by-effect
  test('recovery of an address that has an account is limited just as one that has none (1.1)', async () => {
    expectTooMany(await exceed(3, () => wire.sendJson(RECOVER, { email: wire.citizen.email })))
  })

  test('token: 120 per IP and minute, with a plain text body; other addresses go on', async () => {
    const from = freshAddress()
    const fields = { grant_type: 'refresh_token', refresh_token: 'nothing' }
    const refused = await exceed(120, () => wire.sendForm(TOKEN, fields, { from }))
    expectTooMany(refused)
    expect(refused.type).toMatch(/^text\/plain/)
    expect((await wire.sendForm(TOKEN, fields)).status).toBe(400)
  })

  test('introspection: 1500 per IP and minute, with an OAuth error body', async () => {
    const from = freshAddress()
    const refused = await exceed(1500, () => wire.sendForm(INTROSPECT, { token: 'nothing' }, { from }))
    expectTooMany(refused)
    expect(refused.json).toEqual({ error: expect.any(String), error_description: expect.any(String) })
    expect((await wire.sendForm(INTROSPECT, { token: 'nothing' })).json).toEqual({ active: false })
  })
})

describe('the lifetimes of contract section 8, on a clock that the test moves', () => {
  let service: TestService
  let program: TestClient
  let mailServer: MailServer
  let sender: MailSender

  beforeAll(async () => {
    ;[service, mailServer] = await Promise.all([startTestService(), startMailServer()])
    program = await addProgram(service)
    sender = createMailSender({
      ...service.foundation,
      transport: createSmtpTransport(mailServer.url),
      sender: {
        baseUrl: service.baseUrl,
        serviceName: 'portico',
        timeZone: UTC,
        from: { name: 'Portico', address: 'no-reply@localhost' },
      },
    })
  })

  afterAll(async () => {
    await sender?.stop()
    await service?.close()
    await mailServer?.close()
  })

  async function mailedLink(
    page: '/register/' | '/recover/',
    email: string,
    subject: string,
  ): Promise<string> {
    const browser = service.browser()
    const fields = page === '/register/' ? { full_name: 'Ana', email, phone_number: '' } : { email }
    expect((await browser.submit(await browser.get(page), fields)).status).toBe(200)
    await sender.sendDue()
    return linkIn(await mailServer.mailTo(email, subject))
  }

  test.each([
    [89, 200],
    [90, 400],
  ])('an authorization code that is %i seconds old is answered %i (3)', async (seconds, status) => {
    const { browser } = await enterProgram(service, program, await addCitizen(service))
    const attempt = newAttempt(program)
    const code = await obtainCode(browser, attempt)
    service.clock.advance(seconds)
    expect((await exchange(service, program, { ...attempt, code })).status).toBe(status)
  })

  test('an access token lives 900 seconds, at introspection and at userinfo (2.9)', async () => {
    const { tokens } = await enterProgram(service, program, await addCitizen(service))
    const userinfo = () =>
      fetch(`${service.baseUrl}/o/userinfo/`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    service.clock.advance(899)
    expect(await introspect(service, program, tokens.access_token)).toMatchObject({ active: true })
    expect((await userinfo()).status).toBe(200)
    service.clock.advance(1)
    expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
    expect((await userinfo()).status).toBe(401)
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })

  test('a program session ends 14 days after the sign-in, however often it was refreshed (5.2)', async () => {
    let { tokens } = await enterProgram(service, program, await addCitizen(service))
    for (let day = 0; day < 13; day += 1) {
      service.clock.advance(24 * 3600)
      tokens = (await refresh(service, program, tokens.refresh_token)).body
    }
    service.clock.advance(24 * 3600)
    expect((await refresh(service, program, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
  })

  test('a verification link works for 24 hours (3)', async () => {
    const link = await mailedLink('/register/', 'day@example.test', 'Confirm your email address')
    service.clock.advance(24 * 3600 - 1)
    expect((await service.browser().get(link)).status).toBe(200)
    service.clock.advance(1)
    expect((await service.browser().get(link)).status).toBe(400)
  })

  test('a recovery link works for 30 minutes, and showing its page spends nothing (3)', async () => {
    const citizen = await addCitizen(service)
    const link = await mailedLink('/recover/', citizen.email, 'Choose a new password')
    service.clock.advance(30 * 60 - 1)
    const browser = service.browser()
    const page = await browser.get(link)
    expect([page.status, (await service.browser().get(link)).status]).toEqual([200, 200])
    service.clock.advance(1)
    const late = await browser.submit(page, { password: 'six lanterns over the weir' })
    expect(late.status).toBe(400)
    await signIn(service.browser(), citizen)
  })
})
