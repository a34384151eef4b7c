import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { signIn } from '../../packages/identity/testing/people.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { type InnerStage, linkPathOf } from './inner-stage.ts'

/** The page that asks for a new address. */
export const ADDRESS = '/account/address/'

/** The address that a citizen wants in these attacks. */
export const newAddressOf = ({ email }: Pick<Citizen, 'email'>): string => `new.${email}`

/** Asks for a link to a new address in this browser, which is signed in. */
export async function requestAddress(browser: TestBrowser, citizen: Pick<Citizen, 'email'>): Promise<void> {
  const email = newAddressOf(citizen)
  await browser.submit(await browser.get(ADDRESS), { email }, { button: 'Send the link' })
}

/** The mail to the new address of a citizen who has asked for it in another browser. */
export async function mailToNewAddress(stage: InnerStage, citizen: Citizen) {
  const browser = stage.service.browser()
  await signIn(browser, citizen)
  await requestAddress(browser, citizen)
  return (await stage.deliver()).get(newAddressOf(citizen))
}

/** Begins the waiting period, and returns the path that stops it. */
export async function beginAddress(stage: InnerStage, citizen: Citizen): Promise<string> {
  const link = linkPathOf(await mailToNewAddress(stage, citizen))
  const browser = stage.service.browser()
  await browser.submit(await browser.get(link), { email: citizen.email })
  return linkPathOf((await stage.deliver()).get(citizen.email))
}
