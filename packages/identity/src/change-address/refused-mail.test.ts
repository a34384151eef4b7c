import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type RelayOf, relayOf } from '../mail/relay-of.fixture.ts'
import { ADDRESS, ChangeCase, titleOf } from './change-address.fixture.ts'

let service: TestService
let relay: RelayOf

beforeAll(async () => {
  service = await startTestService()
  relay = await relayOf(service)
})
beforeEach(async () => {
  relay.smtp.behave({})
  await relay.sendDue()
  service.clock.advance(3601)
})
afterAll(async () => {
  await relay?.close()
  await service?.close()
})

// proves: design-7.8-refused-is-told, threat-refusal-tells-accounts
test.each([
  ['RCPT', 550],
  ['DATA', 552],
] as const)(
  'a new address whose mail is refused (%s, %i) is told so, the same whether somebody has it or not',
  async (at, code) => {
    const it = new ChangeCase(service, await addCitizen(service))
    const owner = await addCitizen(service)
    const pages = []
    for (const email of [it.newEmail, owner.email]) {
      const { browser, sent } = await it.request(email)
      relay.refuse(at, code, 'no such user')
      await relay.sendDue()
      const page = await browser.get(`${ADDRESS}sent/`)
      expect([titleOf(sent), titleOf(page)]).toEqual([
        'Check your email',
        'Your mail provider refused our mail',
      ])
      const parts = page.html.querySelectorAll(
        'main h1, main p:not(.reference), main li, main a, main button',
      )
      pages.push(parts.map(({ text }) => text.replace(email, '')))
      relay.smtp.behave({})
    }
    expect(pages[1]).toEqual(pages[0])
  },
)
