import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained } from '../../testing/explained.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const ask = async (email: string) => {
  const browser = service.browser()
  await browser.submit(await browser.get('/register/'), { full_name: 'Ada', email, phone_number: '' })
}
const about = async (email: string) => (await explained(service, { email })).get('mail-waits')

test('an email that is not handed on for a minute is told, to its own address alone', async () => {
  await ask('ada@example.org')
  expect(await about('ada@example.org')).toBeUndefined()
  service.clock.advance(61)
  expect((await about('ada@example.org'))?.found).toMatch(
    /^1 email to this address has waited since .* No other email waits\.$/,
  )
  expect(await about('bob@example.org')).toBeUndefined()
  await ask('bob@example.org')
  service.clock.advance(61)
  const { found, mayDo } = (await about('ada@example.org')) ?? {}
  expect(found).toContain('1 email to another address waits.')
  expect(mayDo).toContain('portico doctor')
})

test('a letter that is made for nobody is no email that waits', async () => {
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email: 'nobody@example.org' })
  service.clock.advance(61)
  expect(await about('nobody@example.org')).toBeUndefined()
})
