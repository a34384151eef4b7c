// Takes long, because whole stories are told in a real browser, with scripts and without.
import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { openStage, openVisitor, type Stage, type Visitor } from './browser-stage.ts'

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

const look = (token: string) => oidc.tokenIntrospection(stage.program.config, token)
const isAlive = async (token: string) => (await look(token)).active

const NEW_PASSWORD = 'eleven loaves on a blue shelf'

describe.each([
  { scripts: 'with scripts', javaScriptEnabled: true },
  { scripts: 'without scripts', javaScriptEnabled: false },
])('on the account pages, $scripts', ({ javaScriptEnabled }) => {
  // proves: contract-5.5-sign-out-ends
  test('one session is ended from another browser, then all others, with the tokens that came from them (contract 1.6, 5.5)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    const [here, there, third] = [
      await open({ javaScriptEnabled }),
      await open({
        javaScriptEnabled,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      }),
      await open({ javaScriptEnabled }),
    ]
    const [tokenHere, tokenThere, tokenThird] = [
      await here.enter(email),
      await there.enter(email),
      await third.enter(email),
    ]
    await here.goTo('/account/sessions/')
    await here.sees('Where you are signed in')
    expect(await here.page.locator('article').count()).toBe(3)
    const firefox = here.page.locator('article', { hasText: 'Firefox on Linux' })
    expect(await firefox.innerText()).toContain('Parking Permits')
    await firefox.getByRole('button', { name: 'Sign out this session' }).click()
    await expect.poll(() => here.page.locator('article').count()).toBe(2)
    await here.sees('Where you are signed in')
    expect(await isAlive(tokenThere)).toBe(false)
    expect([await isAlive(tokenHere), await isAlive(tokenThird)]).toEqual([true, true])
    await there.goTo('/account/sessions/')
    await there.sees('Sign in')

    await here.press('Sign out all other sessions')
    await here.sees('Where you are signed in')
    expect(await here.page.locator('article').count()).toBe(1)
    expect([await isAlive(tokenHere), await isAlive(tokenThird)]).toEqual([true, false])
    await third.goTo('/account/')
    await third.sees('Sign in')
  })

  test('a disconnected program loses its tokens and has to ask again (contract 3, 5)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    const visitor = await open({ javaScriptEnabled })
    const token = await visitor.enter(email)
    await visitor.goTo('/account/programs/')
    await visitor.sees('Your programs')
    await visitor.press('Disconnect Parking Permits')
    await visitor.sees('Your programs')
    expect(await visitor.page.locator('article').count()).toBe(0)
    expect(await isAlive(token)).toBe(false)
    await visitor.goToProgram()
    await visitor.sees('Continue to Parking Permits?')
    await visitor.press('Continue')
    expect(await isAlive(await visitor.welcomed())).toBe(true)
  })

  test('a changed name is what programs see; a changed password lets the old one in no more (contract 2.11, 5)', async () => {
    const { email, subject } = await addCitizen(stage.identity.service)
    const visitor = await open({ javaScriptEnabled })
    await visitor.goTo('/account/')
    await visitor.sees('Sign in')
    await visitor.signInAtPage(email)
    await visitor.sees('Your account')
    await visitor.goTo('/account/profile/')
    await visitor.fill({ full_name: 'Anne “Nan” O’Neill <b>', phone_number: '+44 20 7946 0000' })
    await visitor.press('Save changes')
    expect(await visitor.page.locator('input[name=full_name]').inputValue()).toBe('Anne “Nan” O’Neill <b>')
    const token = await visitor.enterSignedIn()
    expect(await oidc.fetchUserInfo(stage.program.config, token, subject)).toMatchObject({
      name: 'Anne “Nan” O’Neill <b>',
    })
    expect(await look(token)).toMatchObject({
      phone_number: '+44 20 7946 0000',
      phone_number_verified: false,
    })

    await visitor.goTo('/account/password/')
    await visitor.sees('Change your password')
    visitor.expectStatus(400)
    await visitor.fill({ current_password: 'not this one', password: NEW_PASSWORD })
    await visitor.press('Change password')
    await visitor.sees('Change your password')
    await visitor.fill({ current_password: TEST_PASSWORD, password: NEW_PASSWORD })
    await visitor.press('Change password')
    await visitor.sees('Change your password')
    expect(await visitor.page.locator('[role=status]').innerText()).toContain('Your password is changed')
    await stage.mailServer.mailTo(email, 'Your password was changed')
    const elsewhere = await open({ javaScriptEnabled })
    await elsewhere.goTo('/login/')
    elsewhere.expectStatus(400)
    await elsewhere.signInAtPage(email)
    await elsewhere.sees('Sign in')
    await elsewhere.signInAtPage(email, NEW_PASSWORD)
    await elsewhere.sees('Your account')
  })

  test('/logout/ shows a form and signs nobody out; the form does, with the tokens of this browser (contract 1.6, 5.4)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    const visitor = await open({ javaScriptEnabled })
    const token = await visitor.enter(email)
    await visitor.goTo('/logout/')
    await visitor.sees('Sign out?')
    expect(await isAlive(token)).toBe(true)
    await visitor.press('Sign out')
    await visitor.sees('You are signed out')
    expect(await isAlive(token)).toBe(false)
    await visitor.goTo('/account/sessions/')
    await visitor.sees('Sign in')
  })
})

/** Presses Tab until the focused element matches. */
async function tabTo(visitor: Visitor, selector: string): Promise<void> {
  for (let steps = 0; steps < 30; steps += 1) {
    if (await visitor.page.locator(`${selector}:focus`).count()) return
    await visitor.page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${selector} on ${visitor.page.url()}`)
}

// proves: design-8-no-script-keyboard
test('Tab and Enter are enough to sign in and to continue, and the focus is always to be seen (contract 1.6, 4.1)', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await open()
  const { keyboard } = visitor.page
  await visitor.goToProgram()
  await visitor.sees('Sign in')
  await tabTo(visitor, 'input[name=email]')
  await keyboard.type(email)
  await tabTo(visitor, 'input[name=password]')
  await keyboard.type(TEST_PASSWORD)
  await keyboard.press('Enter')
  await visitor.sees('Continue to Parking Permits?')
  await tabTo(visitor, 'button[value=continue]')
  const outline = await visitor.page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
  expect(outline).not.toBe('none')
  await keyboard.press('Enter')
  await visitor.welcomed()
})

const PHONE = { width: 360, height: 640 }

test('on a phone in German every step is in German and nothing scrolls sideways (contract 1.6)', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await open({ locale: 'de-DE', viewport: PHONE, isMobile: true, hasTouch: true })
  const expectFitting = async () => {
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('de')
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect([visitor.page.url(), await visitor.page.evaluate(sideways)]).toEqual([visitor.page.url(), 0])
    expect(await visitor.inaccessible()).toEqual([])
  }
  await visitor.goToProgram()
  await visitor.sees('Anmelden')
  await expectFitting()
  visitor.expectStatus(400)
  await visitor.signInAtPage(email, 'nicht das richtige Passwort')
  await expectFitting()
  await visitor.signInAtPage(email)
  await expectFitting()
  await visitor.pressMain()
  await visitor.welcomed()
  for (const path of [
    '/account/',
    '/account/profile/',
    '/account/security/',
    '/account/password/',
    '/account/sessions/',
    '/account/programs/',
    '/logout/',
    '/register/',
    '/recover/',
  ]) {
    await visitor.goTo(path)
    await expectFitting()
  }
})

test('an address that does not exist, and a request of an unknown program, are pages that say what to do (contract 4.1)', async () => {
  const visitor = await open()
  visitor.expectStatus(404)
  await visitor.goTo('/nowhere/')
  await visitor.sees('Page not found')
  visitor.expectStatus(400)
  await visitor.goTo('/o/authorize/?client_id=nobody&redirect_uri=https://example.test/')
  await visitor.sees('This program cannot sign you in')
  expect(await visitor.page.locator('main').innerText()).toContain('Reference number')
})

// proves: threat-unintended-link
test('a link that came by mail or chat is confirmed first, even where the program was entered before (contract 4.1)', async () => {
  const { email } = await addCitizen(stage.identity.service)
  const visitor = await open()
  await visitor.enter(email)
  await visitor.page.goto('about:blank')
  await visitor.page.goto(`${stage.program.url}/sign-in`)
  await visitor.sees('Continue to Parking Permits?')
  expect(await visitor.page.locator('.caution').innerText()).toContain('You came here by a link')
  await visitor.press('Continue')
  await visitor.welcomed()
})

// proves: threat-form-action
test('Chromium holds form-action against the redirects after a form: with it, signing in would end nowhere (contract 4.1)', async () => {
  const { email } = await addCitizen(stage.identity.service)
  await (await open()).enter(email)
  const visitor = await open()
  const { page } = visitor
  await page.route('**/login/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const policy = `${answer.headers()['content-security-policy']}; form-action 'self'`
    return route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'content-security-policy': policy },
    })
  })
  await visitor.goToProgram()
  // Playwright does not intercept the target of a redirect. It does when the same address is opened again.
  await page.goto(page.url())
  await visitor.fill({ email, password: TEST_PASSWORD })
  await page.locator('main button.primary').click()
  await expect.poll(() => visitor.faults.join(' ')).toContain('form-action')
  expect(new URL(page.url()).pathname).toBe('/login/')
  visitor.faults.length = 0
})
