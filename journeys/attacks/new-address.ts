import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { signIn, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { codeOf, type InnerStage, linkPathOf } from './inner-stage.ts'

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

/** The attacked citizen, signed in to this browser. */
interface Victim {
  readonly citizen: Citizen
  readonly browser: TestBrowser
}

/** Every form of a new address, by its path: the citizen, and the form that has an effect when this citizen sends it. */
export function addressForms(stageOf: () => InnerStage, newVictim: () => Promise<Victim>) {
  const asked = async () => {
    const victim = await newVictim()
    await requestAddress(victim.browser, victim.citizen)
    return { ...victim, mail: (await stageOf().deliver()).get(newAddressOf(victim.citizen)) }
  }
  return {
    [ADDRESS]: async () => {
      const victim = await newVictim()
      const fields = { email: newAddressOf(victim.citizen) }
      return { ...victim, form: { page: ADDRESS, fields, button: 'Send the link' } }
    },
    [`${ADDRESS}prove/`]: async () => {
      const victim = await newVictim()
      stageOf().service.clock.advance(301)
      return { ...victim, form: { page: ADDRESS, fields: { password: TEST_PASSWORD } } }
    },
    [`${ADDRESS}sent/`]: async () => {
      const { mail, ...victim } = await asked()
      return { ...victim, form: { page: `${ADDRESS}sent/`, fields: { code: codeOf(mail) } } }
    },
    [`${ADDRESS}again/`]: async () => {
      const victim = await asked()
      stageOf().service.clock.advance(60)
      return { ...victim, form: { page: `${ADDRESS}sent/` } }
    },
    [`${ADDRESS}confirm/`]: async () => {
      const { mail, ...victim } = await asked()
      return { ...victim, form: { page: linkPathOf(mail), fields: { email: victim.citizen.email } } }
    },
    [`${ADDRESS}keep/`]: async () => {
      const victim = await newVictim()
      const page = await beginAddress(stageOf(), victim.citizen)
      return { ...victim, form: { page, fields: { email: victim.citizen.email } } }
    },
    [`${ADDRESS}stop/`]: async () => {
      const victim = await newVictim()
      await beginAddress(stageOf(), victim.citizen)
      return { ...victim, form: { page: ADDRESS, button: 'Keep the old address' } }
    },
  }
}
