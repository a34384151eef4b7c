import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { signIn, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import type { CitizensAtForms } from './citizens-at-forms.ts'
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

/** A citizen who has asked for a link to a new address in this browser, and the mail. */
async function asked(people: CitizensAtForms) {
  const citizen = await people.signedIn()
  await requestAddress(citizen.browser, citizen.citizen)
  return { ...citizen, mail: (await people.stage.deliver()).get(newAddressOf(citizen.citizen)) }
}

/** Every form of a new address, by its path: the citizen, and the form that has an effect when this citizen sends it. */
export const ADDRESS_FORMS = {
  [ADDRESS]: async (people: CitizensAtForms) => {
    const citizen = await people.signedIn()
    const fields = { email: newAddressOf(citizen.citizen) }
    return { ...citizen, form: { page: ADDRESS, fields, button: 'Send the link' } }
  },
  [`${ADDRESS}prove/`]: async (people: CitizensAtForms) => ({
    ...(await people.signedInLongAgo()),
    form: { page: ADDRESS, fields: { password: TEST_PASSWORD } },
  }),
  [`${ADDRESS}sent/`]: async (people: CitizensAtForms) => {
    const { mail, ...citizen } = await asked(people)
    return { ...citizen, form: { page: `${ADDRESS}sent/`, fields: { code: codeOf(mail) } } }
  },
  [`${ADDRESS}again/`]: async (people: CitizensAtForms) => {
    const citizen = await asked(people)
    people.stage.service.clock.advance(60)
    return { ...citizen, form: { page: `${ADDRESS}sent/` } }
  },
  [`${ADDRESS}confirm/`]: async (people: CitizensAtForms) => {
    const { mail, ...citizen } = await asked(people)
    return { ...citizen, form: { page: linkPathOf(mail), fields: { email: citizen.citizen.email } } }
  },
  [`${ADDRESS}keep/`]: async (people: CitizensAtForms) => {
    const citizen = await people.signedIn()
    const page = await beginAddress(people.stage, citizen.citizen)
    return { ...citizen, form: { page, fields: { email: citizen.citizen.email } } }
  },
  [`${ADDRESS}stop/`]: async (people: CitizensAtForms) => {
    const citizen = await people.signedIn()
    await beginAddress(people.stage, citizen.citizen)
    return { ...citizen, form: { page: ADDRESS, button: 'Keep the old address' } }
  },
}
