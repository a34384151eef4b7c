import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type ComposedMail, createMailSender } from '../mail/index.ts'
import { UTC } from '../platform/date-words.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

async function post(name: 'register' | 'recover', fields: object): Promise<string> {
  const answer = await fetch(`${service.baseUrl}/api/v1/accounts/${name}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  expect(answer.status).toBe(202)
  return answer.text()
}

/** Sends what is in the outbox, and gives the texts that one person got. */
async function mailsTo(email: string): Promise<readonly string[]> {
  const mails: ComposedMail[] = []
  const from = { name: 'Portico', address: 'no-reply@localhost' }
  const sender = createMailSender({
    ...service.foundation,
    sender: { baseUrl: service.baseUrl, serviceName: 'portico', timeZone: UTC, from },
    transport: {
      probe: async () => undefined,
      send: async (mail) => {
        mails.push(mail)
        return { kind: 'sent' }
      },
      close: () => undefined,
    },
  })
  await sender.sendDue()
  return mails.filter(({ to }) => to === email).map(({ text }) => text)
}

async function recoveryLinkFor(email: string): Promise<string> {
  await post('recover', { email })
  const text = (await mailsTo(email)).find((each) => each.includes('/recover/confirm/'))
  return /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? ''
}

// proves: design-7.6-recover-waiting
test('an address that is registered but has no password yet gets the same answer, and no recovery link (design 7, row 6)', async () => {
  const email = 'pending@example.test'
  await post('register', { full_name: 'Ada', email })
  expect(await mailsTo(email)).toEqual([expect.stringContaining('/register/confirm/')])
  const pending = await post('recover', { email })
  expect(pending).toBe(await post('recover', { email: (await addCitizen(service)).email }))
  expect(await mailsTo(email)).toEqual([])
})

// proves: contract-3-recovery-ends-sessions, contract-5.5-reset-ends, design-7.16-code-age-session-version
// proves: rfc9700-4.14.2-password-ends-refresh
test('a recovery link sets a password once, and with it every session, code and token of before is over (contract 1.7, 3, 5.5)', async () => {
  const who = await addCitizen(service)
  const [here, there] = [await enterProgram(service, program, who), await enterProgram(service, program, who)]
  const waiting = newAttempt(program)
  const code = await obtainCode(there.browser, waiting)
  const stranger = await enterProgram(service, program, await addCitizen(service))

  const link = await recoveryLinkFor(who.email)
  const visitor = service.browser()
  const done = await visitor.submit(await visitor.get(link), { password: 'seven green horses run' })
  expect(new URL(done.url).pathname).toBe('/recover/done/')
  expect((await visitor.get(link)).status).toBe(400)

  for (const { browser, tokens } of [here, there]) {
    expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
    expect((await refresh(service, program, tokens.refresh_token)).body.error).toBe('invalid_grant')
    const account = await browser.get('/account/sessions/', { follow: false })
    expect(new URL(account.location ?? '').pathname).toBe('/login/')
  }
  expect((await exchange(service, program, { ...waiting, code })).body.error).toBe('invalid_grant')
  expect((await introspect(service, program, stranger.tokens.access_token))['active']).toBe(true)
})
