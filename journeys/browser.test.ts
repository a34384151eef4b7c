// Takes long, because whole stories are told in a real browser, with scripts and without.
import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { openStage, openVisitor, type Stage, type Visitor } from './browser-stage.ts'
import { runPortico } from './kit/identity-process.ts'
import { linkIn } from './kit/mail-server.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(async () => {
  await stage?.close()
})

const CHOSEN_PASSWORD = 'four green bicycles at the harbour'
const RECOVERED_PASSWORD = 'nine patient herons by the canal'

describe.each([
  { scripts: 'with scripts', javaScriptEnabled: true },
  { scripts: 'without scripts', javaScriptEnabled: false },
])('in Chromium $scripts', ({ scripts, javaScriptEnabled }) => {
  const visitors: Visitor[] = []
  let visitor: Visitor

  const open = async (): Promise<Visitor> => {
    const opened = await openVisitor(stage, { javaScriptEnabled })
    visitors.push(opened)
    return opened
  }

  beforeEach(async () => {
    visitor = await open()
  })

  afterEach(async () => {
    const opened = visitors.splice(0)
    await Promise.all(opened.map((one) => one.close()))
    expect(opened.flatMap(({ faults }) => faults)).toEqual([])
  })

  const look = (token: string) => oidc.tokenIntrospection(stage.program.config, token)

  // proves: contract-1.1-link-proves-address
  test('a citizen registers, sets a password, enters a program, and enters again unasked (contract 1.1, 3, 4.1, 4.3)', async () => {
    const email = `ana.${scripts.replace(' ', '-')}@example.test`
    await visitor.goTo('/register/')
    await visitor.sees('Create your account')
    await visitor.fill({ full_name: 'Ana Pérez', email })
    await visitor.press('Create account')
    await visitor.sees('Check your email')

    const link = linkIn(await stage.mailServer.mailTo(email, 'Confirm your email address'))
    await visitor.page.goto(link)
    await visitor.sees('Choose a password')
    for (const [weak, why] of [
      ['short', 'Use at least 15\u00a0characters'],
      [email, 'your name, email address or phone number'],
      ['Ana Pérez 2024!!!', 'your name, email address or phone number'],
      ['qwertyuiopasdfghjkl', 'a row of keys on the keyboard'],
    ] as const) {
      visitor.expectStatus(400)
      await visitor.fill({ password: weak })
      await visitor.press('Set password')
      expect(await visitor.page.locator('[role=alert]').innerText()).toContain(why)
    }
    await visitor.sees('Choose a password')
    await visitor.fill({ password: CHOSEN_PASSWORD })
    await visitor.press('Set password')
    await visitor.sees('Your account')
    visitor.expectStatus(400)
    await visitor.page.goto(link)
    await visitor.sees('This link does not work')

    await visitor.goToProgram()
    await visitor.sees('Continue to Parking Permits?')
    const confirm = await visitor.page.locator('main').innerText()
    for (const words of ['Continue to Parking Permits', 'Cancel', 'Use another account', email])
      expect(confirm).toContain(words)
    await visitor.press('Continue')
    await visitor.welcomed()
    expect([...stage.program.last().callback.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])
    expect(stage.program.last().tokens?.claims()).toMatchObject({
      email,
      email_verified: true,
      name: 'Ana Pérez',
    })

    visitor.documents.length = 0
    await visitor.goToProgram()
    await visitor.welcomed()
    expect(visitor.documents).toEqual(['/ 200', '/welcome 200'])
  })

  test('the sign-in form leads to a callback on another origin and on to the app on a third, where no confirmation is due (contract 4.1)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    await visitor.enter(email)
    const fresh = await open()
    await fresh.goToProgram()
    await fresh.signInAtPage(email)
    await fresh.welcomed()
    expect(fresh.documents).toEqual(['/ 200', '/login/ 200', '/welcome 200'])
  })

  test('a wrong password keeps the citizen on the page and the program waiting (contract 4.1)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    await visitor.goToProgram()
    visitor.expectStatus(400)
    await visitor.signInAtPage(email, 'not the password at all')
    await visitor.sees('Sign in')
    expect(await visitor.page.locator('[role=alert]').innerText()).toContain('do not match')
    await visitor.signInAtPage(email)
    await visitor.press('Continue')
    await visitor.welcomed()
  })

  test('cancel goes back to the program as access_denied (contract 3)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    await visitor.goToProgram()
    await visitor.signInAtPage(email)
    await visitor.press('Cancel')
    await visitor.sees('access_denied')
    expect(stage.program.last()).toMatchObject({ error: 'access_denied', tokens: undefined })
  })

  test('“Use another account” lets somebody else sign in, who is the one that the program gets (contract 4.1)', async () => {
    const [first, second] = await Promise.all([
      addCitizen(stage.identity.service),
      addCitizen(stage.identity.service),
    ])
    await visitor.goToProgram()
    await visitor.signInAtPage(first.email)
    await visitor.press('Use another account')
    await visitor.sees('Sign in')
    await visitor.signInAtPage(second.email)
    await visitor.press('Continue')
    await visitor.welcomed()
    expect(stage.program.last().tokens?.claims()?.sub).toBe(second.subject)
  })

  // proves: contract-3-recovery-ends-sessions, threat-stay-after-reset
  test('a recovered password ends every session and token of before (contract 3, 5.5)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    const token = await visitor.enter(email)
    expect(await look(token)).toMatchObject({ active: true })
    const elsewhere = await open()
    await elsewhere.goTo('/login/')
    await elsewhere.press('Forgotten your password?')
    await elsewhere.sees('Recover your account')
    await elsewhere.fill({ email })
    await elsewhere.press('Send the link')
    await elsewhere.sees('Check your email')
    const link = linkIn(await stage.mailServer.mailTo(email, 'Choose a new password'))
    await elsewhere.page.goto(link)
    await elsewhere.sees('Choose a new password')
    elsewhere.expectStatus(400)
    await elsewhere.fill({ password: 'short' })
    await elsewhere.press('Set new password')
    expect(await look(token), 'a refused password changes nothing').toMatchObject({ active: true })
    await elsewhere.fill({ password: RECOVERED_PASSWORD })
    await elsewhere.press('Set new password')
    await elsewhere.sees('Your account')

    expect(await look(token)).toEqual({ active: false })
    await visitor.goTo('/account/')
    await visitor.sees('Sign in')
    await stage.mailServer.mailTo(email, 'Your password was changed')
    await visitor.signInAtPage(email, RECOVERED_PASSWORD)
    await visitor.sees('Your account')
  })

  test('a citizen who has to verify again gets 403 with a form, and enters after the mailed link (contract 4.1, 5)', async () => {
    const { email } = await addCitizen(stage.identity.service)
    const words = ['citizen', 'require-verification', email, '--reason', 'the address bounced']
    expect(await runPortico(words, stage.identity.environment).ended).toMatchObject({ code: 0 })
    await visitor.goToProgram()
    visitor.expectStatus(403)
    await visitor.signInAtPage(email)
    await visitor.sees('Confirm your email address')
    await visitor.press('Send a new link')
    await visitor.sees('Check your email')
    await visitor.page.goto(linkIn(await stage.mailServer.mailTo(email, 'Confirm your email address again')))
    await visitor.sees('Confirm your email address')
    await visitor.fill({ password: TEST_PASSWORD })
    await visitor.press('Confirm address')
    await visitor.goToProgram()
    await visitor.press('Continue')
    await visitor.welcomed()
    expect(stage.program.last().tokens?.claims()?.['email_verified']).toBe(true)
  })
})
