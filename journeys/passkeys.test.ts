// Takes over 10 s: the service, a program and Chromium start, a real browser signs in again and again, and axe reads each page.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { openStage, openVisitor, type Stage, type Visitor } from './browser-stage.ts'
import { PATIENCE_MILLISECONDS } from './chromium.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(async () => {
  await stage?.close()
})

const visitors: Visitor[] = []

afterEach(async () => {
  const opened = visitors.splice(0)
  await Promise.all(opened.map((one) => one.close()))
  expect(opened.flatMap(({ faults }) => faults)).toEqual([])
})

async function open(options: Parameters<typeof openVisitor>[1] = {}): Promise<Visitor> {
  const opened = await openVisitor(stage, options)
  visitors.push(opened)
  return opened
}

/** Makes Chromium say that it does not offer passkeys in the field of the address: then only the button is left. */
const WITHOUT_CONDITIONAL = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false'
const OFFER = 'Sign in without a password next time'

const path = ({ page }: Visitor) => new URL(page.url()).pathname
const at = (visitor: Visitor, wanted: string) =>
  expect.poll(() => path(visitor), { timeout: PATIENCE_MILLISECONDS }).toBe(wanted)

// proves: design-8-no-script-keyboard
test('a citizen is offered a passkey on the way to a program, adds it, and next time enters without typing', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await open()
  const device = await addAuthenticator(visitor.page)
  await visitor.goToProgram()
  await visitor.signInAtPage(email)
  await visitor.sees(OFFER)
  await visitor.pressMain()
  await visitor.sees('Your passkey is added')
  await visitor.press('Continue')
  await visitor.confirmed()
  expect(await device.count()).toBe(1)

  // The field of the address offers the passkey, and the device of this test says yes at once.
  await visitor.context.clearCookies()
  await visitor.goToProgram()
  await visitor.confirmed()

  // There is no second offer.
  await visitor.context.clearCookies()
  await visitor.page.addInitScript(WITHOUT_CONDITIONAL)
  await visitor.goTo('/login/')
  await visitor.signInAtPage(email)
  await visitor.sees('Your account')
})

test('"Not now" leads on, and the offer does not come again', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await open()
  await addAuthenticator(visitor.page)
  await visitor.goToProgram()
  await visitor.signInAtPage(email)
  await visitor.sees(OFFER)
  await visitor.press('Not now')
  await visitor.confirmed()
  await visitor.context.clearCookies()
  await visitor.goTo('/login/')
  await visitor.signInAtPage(email)
  await visitor.sees('Your account')
})

test('a citizen adds a passkey in the account, signs in by the button, and removes it', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await open()
  await visitor.page.addInitScript(WITHOUT_CONDITIONAL)
  await visitor.goTo('/login/')
  await visitor.signInAtPage(email)
  await visitor.sees('Your account')
  const device = await addAuthenticator(visitor.page)
  await visitor.goTo('/account/passkeys/')
  await visitor.sees('Your passkeys')
  await visitor.fill({ name: 'My laptop' })
  await visitor.pressMain()
  await visitor.sees('Your passkeys')
  expect(await visitor.page.locator('article h2').innerText()).toContain('My laptop')

  // The same device makes no second one. The page says so without leaving.
  await visitor.page.locator('main button.primary').click()
  await visitor.page.getByText('This device already has a passkey').waitFor()
  expect(await device.count()).toBe(1)

  await visitor.goTo('/logout/')
  await visitor.pressMain()
  await visitor.goTo('/login/')
  await device.setVerified(false)
  const button = visitor.page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await visitor.page.getByText('No passkey was used').waitFor()
  expect(await visitor.inaccessible()).toEqual([])
  await device.setVerified(true)
  await visitor.press('Sign in with a passkey')
  await visitor.sees('Your account')

  await visitor.goTo('/account/passkeys/')
  await visitor.page.locator('summary', { hasText: 'Remove My laptop' }).click()
  await visitor.press('Remove My laptop')
  await visitor.sees('Your passkeys')
  expect(await visitor.page.locator('article').count()).toBe(0)
  await visitor.goTo('/logout/')
  await visitor.pressMain()
  await visitor.goTo('/login/')
  visitor.expectStatus(400)
  await visitor.press('Sign in with a passkey')
  await visitor.page.getByText('This passkey cannot be used here').waitFor()
  expect(path(visitor)).toBe('/login/passkey/')
})

test('the page of passkeys asks for the password again after five minutes', async () => {
  const { email, citizenId } = await addCitizen(stage.identity.service)
  const visitor = await open()
  await visitor.goTo('/login/')
  await visitor.signInAtPage(email)
  await at(visitor, '/account/')
  await stage.identity.service.foundation.db.query`
    update sessions set authenticated_at = authenticated_at - interval '301 seconds'
     where citizen_id = ${citizenId}`
  await visitor.goTo('/account/passkeys/')
  await visitor.page.getByRole('heading', { name: 'First show that it is you' }).waitFor()
  expect(await visitor.inaccessible()).toEqual([])
  await visitor.fill({ password: TEST_PASSWORD })
  await visitor.press('Continue')
  await visitor.page.getByRole('heading', { name: 'Add a passkey' }).waitFor()
})

test('without script, everything but passkeys works as before, and nothing offers one', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await open({ javaScriptEnabled: false })
  await visitor.goTo('/login/')
  expect(await visitor.page.getByRole('button').allInnerTexts()).toEqual(['Sign in', 'Change language'])
  await visitor.signInAtPage(email)
  await at(visitor, '/account/')
  await visitor.goTo('/account/passkeys/')
  await visitor.page.getByText('This browser cannot make passkeys').waitFor()
  expect(await visitor.page.getByRole('button').allInnerTexts()).toEqual(['Sign out', 'Change language'])
})

// proves: threat-page-headers
test('the policy of a page with passkeys allows its one script and no other', async () => {
  const visitor = await open()
  await visitor.goTo('/login/')
  const answer = await fetch(`${stage.identity.baseUrl}/login/`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  const source = /script-src (\S+);/.exec(policy)?.[1] ?? ''
  const script = await fetch(source)
  expect(await visitor.page.locator('script').getAttribute('src')).toBe(new URL(source).pathname)
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect((await script.text()).length).toBeLessThan(4608)
  expect(policy.replace(source, '(script)').replace(/'sha256-[^']{44}'/, '(style)')).toBe(
    "default-src 'none'; style-src (style); img-src 'self'; script-src (script); form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  const before = visitor.faults.length
  await visitor.page.evaluate(`{
    const other = document.createElement('script')
    other.src = '/assets/other.js'
    document.body.append(other)
    const inline = document.createElement('script')
    inline.textContent = 'document.title = "changed"'
    document.body.append(inline)
  }`)
  expect(await visitor.page.title()).not.toBe('changed')
  await expect.poll(() => visitor.faults.length).toBeGreaterThan(before)
  expect(visitor.faults.splice(before).join('\n')).toContain('script-src')
})
