// Takes over 10 s: a real browser signs in four times in each of two walks, and axe reads each page.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../packages/identity/testing/people.ts'
import { codeOfStep, fromBase32 } from '../packages/identity/testing/soft-app.ts'
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

/** The code of the present step of 30 seconds, or of a later one that counts already. */
const codeFor = (key: string, later = 0) => {
  const now = stage.identity.service.foundation.clock.now()
  return codeOfStep(fromBase32(key.replaceAll(' ', '')), Math.floor(now / 30) + later)
}

// proves: design-8-no-script-keyboard
test.each([
  ['with script', true],
  ['without script', false],
])(
  '%s, a citizen adds an app, enters a program with a code, and the account with a recovery code',
  async (_how, javaScriptEnabled) => {
    const { email } = await addCitizen(stage.identity.service)
    const visitor = await openVisitor(stage, { javaScriptEnabled })
    visitors.push(visitor)
    const { page } = visitor
    await visitor.goTo('/login/')
    await visitor.signInAtPage(email)
    await visitor.sees('Your account')
    await visitor.goTo('/account/codes/')
    await visitor.press('Add an app')
    await visitor.sees('Add an app for codes')
    const picture = await page.getByRole('img', { name: 'QR code for the app' }).boundingBox()
    expect(picture?.width).toBe(240)
    expect(await visitor.inaccessible()).toEqual([])
    const key = (await page.locator('code').first().textContent()) ?? ''
    await visitor.fill({ code: codeFor(key) })
    await visitor.press('Add the app')
    await visitor.sees('Keep your recovery codes')
    expect(await visitor.inaccessible()).toEqual([])
    const [recoveryCode = ''] = await page.locator('ol.secrets code').allTextContents()
    await visitor.press('I have kept the codes')
    await visitor.sees('Codes from an app')
    expect(await visitor.inaccessible()).toEqual([])

    await visitor.context.clearCookies()
    await visitor.goToProgram()
    await visitor.signInAtPage(email)
    await visitor.sees('Enter your code')
    expect(await visitor.inaccessible()).toEqual([])
    await visitor.fill({ code: codeFor(key, 1) })
    await visitor.pressMain()
    await visitor.confirmed()

    await visitor.context.clearCookies()
    await visitor.goTo('/login/')
    await visitor.signInAtPage(email)
    await visitor.press('Use a recovery code')
    await visitor.sees('Enter a recovery code')
    await visitor.fill({ code: recoveryCode })
    await visitor.pressMain()
    await visitor.sees('You used a recovery code')
    await page.getByRole('link', { name: 'Continue' }).click()
    await visitor.sees('Your account')
    await visitor.goTo('/account/codes/')
    await visitor.page.locator('summary', { hasText: 'Remove My phone' }).click()
    await visitor.press('Remove My phone')
    await visitor.sees('Codes from an app')
    await page.getByText('The app is removed').waitFor()

    await visitor.context.clearCookies()
    await visitor.goTo('/login/')
    await visitor.signInAtPage(email)
    await visitor.sees('Your account')
  },
)
