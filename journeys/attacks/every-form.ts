import { addCitizen, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt } from '../../packages/identity/testing/program-flow.ts'
import { SoftApp } from '../../packages/identity/testing/soft-app.ts'
import { addSoftPasskey, SoftPasskey } from '../../packages/identity/testing/soft-passkey.ts'
import { type AtForm, type CitizensAtForms, CODES } from './citizens-at-forms.ts'
import { codeOf, linkPathOf } from './inner-stage.ts'
import { LOST_APP } from './lost-phone.ts'
import { ADDRESS_FORMS } from './new-address.ts'

const NEW_PASSWORD = 'nine purple umbrellas'
const PASSKEYS = '/account/passkeys/'

const ASKED = ['/register/', '/recover/', '/login/new-browser/', '/account/verification/']

/** Brings a citizen to a form that has an effect when this citizen sends it. */
export type ToForm = (people: CitizensAtForms) => Promise<AtForm>

/** The way to every form of the service, by its path. */
export const EVERY_FORM: Readonly<Record<string, ToForm>> = {
  '/login/': async (people) => {
    // The sign-in form must be protected, too: otherwise the citizen would use the account of the attacker.
    const citizen = await addCitizen(people.stage.service)
    const fields = { email: citizen.email, password: TEST_PASSWORD }
    return { citizen, browser: people.stage.service.browser(), form: { page: '/login/', fields } }
  },
  '/register/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/register/', fields: { full_name: 'Eve', email: 'eve@example.test' } },
  }),
  '/register/confirm/': async (people) => {
    const citizen = await people.signedIn()
    const email = `waits.${people.nextNumber()}@example.test`
    await people.send(citizen.browser, { page: '/register/', fields: { full_name: 'Ana', email } })
    return { ...citizen, form: { page: await people.linkFor(email), fields: { password: NEW_PASSWORD } } }
  },
  '/recover/': async (people) => {
    const citizen = await people.signedIn()
    return { ...citizen, form: { page: '/recover/', fields: { email: citizen.citizen.email } } }
  },
  '/recover/confirm/': async (people) => {
    const citizen = await people.signedIn()
    await people.send(citizen.browser, { page: '/recover/', fields: { email: citizen.citizen.email } })
    const page = await people.linkFor(citizen.citizen.email)
    return { ...citizen, form: { page, fields: { password: NEW_PASSWORD } } }
  },
  '/login/new-browser/': async (people) => {
    const citizen = await people.signedIn()
    return { ...citizen, form: { page: '/login/new-browser/', fields: { email: citizen.citizen.email } } }
  },
  '/login/new-browser/confirm/': async (people) => {
    const citizen = await people.signedIn()
    const fields = { email: citizen.citizen.email }
    await people.send(citizen.browser, { page: '/login/new-browser/', fields })
    return { ...citizen, form: { page: await people.linkFor(citizen.citizen.email), fields } }
  },
  '/language/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/', fields: { language: 'fr' } },
  }),
  '/logout/': async (people) => ({ ...(await people.signedIn()), form: { page: '/logout/' } }),
  '/account/profile/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/profile/', fields: { full_name: 'Mallory', phone_number: '' }, button: 'Save' },
  }),
  '/account/password/': async (people) => ({
    ...(await people.signedIn()),
    form: {
      page: '/account/password/',
      fields: { current_password: TEST_PASSWORD, password: NEW_PASSWORD },
    },
  }),
  '/account/sessions/end/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/sessions/' },
  }),
  '/account/sessions/end-others/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/sessions/' },
  }),
  '/account/programs/disconnect/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/programs/' },
  }),
  '/account/activity/not-me/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/activity/not-me/', button: 'Sign everyone out' },
  }),
  '/account/close/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/close/', button: 'Close my account' },
  }),
  '/account/close/prove/': async (people) => {
    const citizen = await people.signedInLongAgo()
    return { ...citizen, form: { page: '/account/close/', fields: { password: TEST_PASSWORD } } }
  },
  '/account/data/download/': async (people) => ({
    ...(await people.signedIn()),
    form: { page: '/account/data/' },
  }),
  '/account/data/prove/': async (people) => {
    const citizen = await people.signedInLongAgo()
    return { ...citizen, form: { page: '/account/data/', fields: { password: TEST_PASSWORD } } }
  },
  '/account/passkeys/add/': async (people) => {
    const citizen = await people.signedIn()
    const made = new SoftPasskey(people.stage.service.baseUrl).made(await citizen.browser.get(PASSKEYS))
    return { ...citizen, form: { page: PASSKEYS, fields: made } }
  },
  '/account/passkeys/remove/': async (people) => {
    const citizen = await people.signedIn()
    await addSoftPasskey(citizen.browser, people.stage.service)
    return { ...citizen, form: { page: PASSKEYS } }
  },
  '/account/passkeys/prove/': async (people) => {
    const citizen = await people.signedInLongAgo()
    return { ...citizen, form: { page: PASSKEYS, fields: { password: TEST_PASSWORD } } }
  },
  '/login/passkey/': async (people) => {
    const citizen = await people.signedIn()
    const passkey = await addSoftPasskey(citizen.browser, people.stage.service)
    const browser = people.stage.service.browser()
    const used = passkey.used(await browser.get('/login/'))
    return { ...citizen, browser, form: { page: '/login/', fields: used } }
  },
  '/login/code/': async (people) => {
    const { app, ...citizen } = await people.beforeCode()
    return { ...citizen, form: { page: '/login/code/', fields: { code: app.code() } } }
  },
  [LOST_APP]: async (people) => ({ ...(await people.beforeCode()), form: { page: LOST_APP } }),
  [`${LOST_APP}sent/`]: async (people) => {
    const { mail, ...citizen } = await people.lostApp()
    return { ...citizen, form: { page: `${LOST_APP}sent/`, fields: { code: codeOf(mail) } } }
  },
  [`${LOST_APP}again/`]: async (people) => {
    const citizen = await people.lostApp()
    people.stage.service.clock.advance(60)
    return { ...citizen, form: { page: `${LOST_APP}sent/` } }
  },
  [`${LOST_APP}confirm/`]: async (people) => {
    const { mail, ...citizen } = await people.lostApp()
    return { ...citizen, form: { page: linkPathOf(mail), fields: { password: TEST_PASSWORD } } }
  },
  '/login/code/keep/': async (people) => {
    const { stop, ...citizen } = await people.removalWaits()
    return { ...citizen, form: { page: stop, fields: { email: citizen.citizen.email } } }
  },
  '/account/codes/keep/': async (people) => ({ ...(await people.removalWaits()), form: { page: CODES } }),
  '/account/codes/rename/': async (people) => ({
    ...(await people.withApp()),
    form: { page: CODES, fields: { name: 'Tablet' }, button: 'Rename' },
  }),
  '/account/passkeys/rename/': async (people) => {
    const citizen = await people.signedIn()
    await addSoftPasskey(citizen.browser, people.stage.service)
    return { ...citizen, form: { page: PASSKEYS, fields: { name: 'Tablet' }, button: 'Rename' } }
  },
  '/account/codes/add/': async (people) => {
    const citizen = await people.signedIn()
    const page = await citizen.browser.get(`${CODES}add/`)
    const setup = page.html.querySelector('input[name=setup]')?.getAttribute('value') ?? ''
    const fields = { setup, code: new SoftApp(people.stage.service, page).code() }
    return { ...citizen, form: { page: `${CODES}add/`, fields } }
  },
  '/account/codes/remove/': async (people) => ({
    ...(await people.withApp()),
    form: { page: CODES, button: 'Remove' },
  }),
  '/account/codes/recovery/': async (people) => ({
    ...(await people.withApp()),
    form: { page: CODES, button: 'Make new recovery codes' },
  }),
  '/account/codes/prove/': async (people) => {
    const citizen = await people.signedInLongAgo()
    return { ...citizen, form: { page: CODES, fields: { password: TEST_PASSWORD } } }
  },
  ...ADDRESS_FORMS,
  '/account/verification/': async (people) => {
    const attempt = newAttempt(people.program)
    return { ...(await people.unverified()), form: { page: authorizeAddress(attempt) } }
  },
  '/account/verification/confirm/': async (people) => {
    const citizen = await people.unverified()
    await people.send(citizen.browser, { page: authorizeAddress(newAttempt(people.program)) })
    return {
      ...citizen,
      form: { page: await people.linkFor(citizen.citizen.email), fields: { password: TEST_PASSWORD } },
    }
  },
  ...Object.fromEntries(
    ASKED.map((path) => [`${path}sent/`, (people: CitizensAtForms) => people.afterRequest(path, 'code')]),
  ),
  ...Object.fromEntries(
    ASKED.map((path) => [`${path}again/`, (people: CitizensAtForms) => people.afterRequest(path, 'again')]),
  ),
  '/o/authorize/decision/': async (people) => {
    const other = await people.newProgram('Greedy')
    const form = { page: authorizeAddress(newAttempt(other)), fields: { decision: 'continue' } }
    return { ...(await people.signedIn()), form }
  },
}
