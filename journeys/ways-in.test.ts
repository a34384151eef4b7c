// Takes over 10 s: a real browser walks each way into a program, with scripts and without, and axe reads each page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../packages/identity/testing/people.ts'
import { openStage, openVisitor, type Stage, type Visitor } from './browser-stage.ts'
import { linkIn } from './kit/mail-server.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage?.close()
})

const PASSWORD = 'four green bicycles at the harbour'
const CONFIRM = 'Confirm your email address'
const RECOVER = 'Choose a new password'
const codeOf = ({ text = '' }: { readonly text?: string | undefined }): string =>
  /^\d{6}$/m.exec(text)?.[0] ?? ''

/** Counts what a citizen has to do: each press of a button or a link, and each field that is filled in. */
function counted(visitor: Visitor) {
  const effort = { clicks: 0, entries: 0 }
  const press = async (words: string) => {
    effort.clicks += 1
    await visitor.press(words)
  }
  const fill = async (fields: Record<string, string>) => {
    effort.entries += Object.keys(fields).length
    await visitor.fill(fields)
  }
  const open = async (link: string) => {
    effort.clicks += 1
    await visitor.page.goto(link)
  }
  const goToProgram = async () => {
    effort.clicks += 1
    await visitor.goToProgram()
  }
  return { effort, press, fill, open, goToProgram }
}

describe.each([
  { scripts: 'with scripts', javaScriptEnabled: true },
  { scripts: 'without scripts', javaScriptEnabled: false },
])('from a program and back, in Chromium $scripts', ({ scripts, javaScriptEnabled }) => {
  const own = (name: string) => `${name}.${scripts.replace(' ', '-')}@example.test`

  test('a new citizen is inside after 6 clicks and 3 entries', async () => {
    const visitor = await openVisitor(stage, { javaScriptEnabled })
    const email = own('new')
    const { effort, press, fill, open, goToProgram } = counted(visitor)
    await goToProgram()
    await press('Create an account')
    await fill({ full_name: 'Ana Pérez', email })
    await press('Create account')
    await visitor.sees('Check your email')
    await open(linkIn(await stage.mailServer.mailTo(email, CONFIRM)))
    await fill({ password: PASSWORD })
    await press('Set password')
    await visitor.sees('Continue to Parking Permits?')
    await press('Continue')
    await visitor.welcomed()
    expect(effort).toEqual({ clicks: 6, entries: 3 })
    expect(visitor.faults).toEqual([])
    await visitor.close()
  })

  test('who forgot the password is inside after 5 clicks and 2 entries, where the program is known', async () => {
    const { email } = await addCitizen(stage.identity.service)
    const before = await openVisitor(stage)
    await before.enter(email)
    await before.close()
    const visitor = await openVisitor(stage, { javaScriptEnabled })
    const { effort, press, fill, open, goToProgram } = counted(visitor)
    await goToProgram()
    await press('Forgotten your password?')
    await fill({ email })
    await press('Send the link')
    await open(linkIn(await stage.mailServer.mailTo(email, RECOVER)))
    await fill({ password: PASSWORD })
    await press('Set new password')
    await visitor.welcomed()
    expect(effort).toEqual({ clicks: 5, entries: 2 })
    expect(visitor.faults).toEqual([])
    await visitor.close()
  })

  test('a link that is opened elsewhere signs nobody in, and the first browser is led to the sign-in', async () => {
    const visitor = await openVisitor(stage, { javaScriptEnabled })
    const email = own('elsewhere')
    await visitor.goToProgram()
    await visitor.press('Create an account')
    await visitor.fill({ full_name: 'Ana Pérez', email })
    await visitor.press('Create account')
    await visitor.sees('Check your email')
    const mail = await stage.mailServer.mailTo(email, CONFIRM)

    const phone = await openVisitor(stage, { javaScriptEnabled })
    await phone.page.goto(linkIn(mail))
    await phone.fill({ password: PASSWORD })
    await phone.press('Set password')
    await phone.sees('Your account is ready')
    expect(await phone.page.locator('main').innerText()).toContain('you can also sign in there')
    await phone.goTo('/account/')
    await phone.sees('Sign in')

    visitor.expectStatus(400)
    await visitor.fill({ code: codeOf(mail) })
    await visitor.press('Continue')
    await visitor.sees('Check your email')
    expect(await visitor.page.locator('[role=alert]').innerText()).not.toContain('newest email')
    await visitor.press('Sign in')
    await visitor.sees('Sign in')
    expect(await visitor.page.locator('main').innerText()).toContain('to continue to Parking Permits')
    await visitor.signInAtPage(email, PASSWORD)
    await visitor.confirmed()
    expect([...visitor.faults, ...phone.faults]).toEqual([])
    await visitor.close()
    await phone.close()
  })
})

test.each([
  ['Add a passkey', 1],
  ['Not now', 0],
] as const)('the first password is followed by one offer of a passkey: %s', async (answer, passkeys) => {
  const visitor = await openVisitor(stage)
  const device = await addAuthenticator(visitor.page)
  const email = `offered.${passkeys}@example.test`
  await visitor.goToProgram()
  await visitor.press('Create an account')
  await visitor.fill({ full_name: 'Ana Pérez', email })
  await visitor.press('Create account')
  await visitor.page.goto(linkIn(await stage.mailServer.mailTo(email, CONFIRM)))
  await visitor.fill({ password: PASSWORD })
  await visitor.press('Set password')
  await visitor.sees('Sign in without a password next time')
  await visitor.press(answer)
  if (passkeys > 0) await visitor.press('Continue')
  await visitor.confirmed()
  expect(await device.count()).toBe(passkeys)
  await visitor.goTo('/account/passkeys/offer/')
  expect(visitor.faults).toEqual([])
  await visitor.close()
})
