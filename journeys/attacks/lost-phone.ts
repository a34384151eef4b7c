import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { enrol, givePassword } from '../../packages/identity/testing/soft-app.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { type InnerStage, linkPathOf } from './inner-stage.ts'

/** The page for somebody who has lost the app and the recovery codes. */
export const LOST_APP = '/login/code/lost/'

/** A browser that has given the password of a citizen with an app, and then asked for the mail. */
export async function reportLostApp(stage: InnerStage, citizen: Citizen): Promise<TestBrowser> {
  const browser = stage.service.browser()
  await givePassword(browser, citizen)
  await browser.submit(await browser.get(LOST_APP), {}, { button: 'Send the email' })
  return browser
}

/** Uses the mailed link, and returns the path that stops the removal. */
export async function confirmLostApp(stage: InnerStage, { email }: Citizen, link: string): Promise<string> {
  const browser = stage.service.browser()
  await browser.submit(await browser.get(link), { password: TEST_PASSWORD })
  return linkPathOf((await stage.deliver()).get(email))
}

/** A citizen with an app, who has asked for the mail. */
export async function withoutPhone(stage: InnerStage, citizen: Citizen): Promise<Citizen> {
  await enrol(stage.service, citizen)
  await reportLostApp(stage, citizen)
  return citizen
}
