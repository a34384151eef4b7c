// Takes over 10 s: the service, a program and Chromium start, and axe reads the pages that a real browser opens.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../packages/identity/testing/people.ts'
import { openStage, openVisitor, type Stage, type Visitor } from './browser-stage.ts'
import { linkIn } from './kit/mail-server.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage?.close()
})

const PASSWORD = 'four green bicycles at the harbour'
const codeOf = ({ text = '' }: { readonly text?: string | undefined }): string =>
  /^\d{6}$/m.exec(text)?.[0] ?? ''
const saidIn = async (place: Locator) => (await place.innerText()).replaceAll('\u00a0', ' ')
const alertOf = (visitor: Visitor) => saidIn(visitor.page.locator('[role=alert]'))
const again = (visitor: Visitor) => visitor.page.getByRole('button', { name: 'Send the email again' })

describe.each([
  { scripts: 'with scripts', javaScriptEnabled: true },
  { scripts: 'without scripts', javaScriptEnabled: false },
])('who reads the mail on another device, in Chromium $scripts', ({ scripts, javaScriptEnabled }) => {
  test('types its code, and is back in the program', async () => {
    const visitor = await openVisitor(stage, { javaScriptEnabled })
    const email = `code.${scripts.replace(' ', '-')}@example.test`
    await visitor.goToProgram()
    await visitor.press('Create an account')
    await visitor.fill({ full_name: 'Ana Pérez', email })
    await visitor.press('Create account')
    await visitor.sees('Check your email')
    expect(await again(visitor).isDisabled()).toBe(javaScriptEnabled)
    const mail = await stage.mailServer.mailTo(email, 'Confirm your email address')
    const code = codeOf(mail)

    visitor.expectStatus(400)
    await visitor.fill({ code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') })
    await visitor.press('Continue')
    expect(await alertOf(visitor)).toContain('You can try 4 more times')
    await visitor.sees('Check your email')
    await visitor.fill({ code: `${code.slice(0, 3)} ${code.slice(3)}` })
    await visitor.press('Continue')
    await visitor.sees('Choose a password')

    const phone = await openVisitor(stage)
    phone.expectStatus(400)
    await phone.page.goto(linkIn(mail))
    await phone.sees('This link does not work')

    await visitor.fill({ password: PASSWORD })
    await visitor.press('Set password')
    await visitor.confirmed()
    expect([...visitor.faults, ...phone.faults]).toEqual([])
    await visitor.close()
    await phone.close()
  })
})

test('the button counts down in the page, the service counts by itself', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await openVisitor(stage)
  await visitor.page.clock.install()
  await visitor.goTo('/recover/')
  await visitor.fill({ email })
  await visitor.press('Send the link')
  await visitor.sees('Check your email')
  const main = visitor.page.locator('main')
  expect(await saidIn(main)).toMatch(/You can send it again in \d+ seconds\./)
  await visitor.page.clock.fastForward('00:30')
  expect(await saidIn(main)).toMatch(/You can send it again in (?:[0-2]?\d|30) seconds\./)
  expect(await again(visitor).isDisabled()).toBe(true)
  await visitor.page.clock.fastForward('00:31')
  await expect.poll(() => again(visitor).isDisabled()).toBe(false)
  expect(await saidIn(main)).not.toContain('You can send it again in')
  visitor.expectStatus(429)
  await visitor.press('Send the email again')
  expect(await alertOf(visitor)).toMatch(/You can send it again in \d+ seconds\./)
  await visitor.sees('Check your email')
  expect(visitor.faults).toEqual([])
  await visitor.close()
})
