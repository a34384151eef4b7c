import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import {
  addCitizen,
  addProgram,
  signIn,
  TEST_PASSWORD,
  type TestClient,
} from '../../packages/identity/testing/people.ts'
import { authorizeAddress, enterProgram, newAttempt } from '../../packages/identity/testing/program-flow.ts'
import { addSoftApp, givePassword } from '../../packages/identity/testing/soft-app.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { codeOf, type InnerStage, linkPathOf } from './inner-stage.ts'
import { confirmLostApp, reportLostApp } from './lost-phone.ts'

/** A citizen with a browser. */
export interface AtBrowser {
  readonly citizen: Citizen
  readonly browser: TestBrowser
}

/** A form of a page, and the values that a person enters. */
export interface FilledForm {
  /** The address of its page. */
  readonly page: string
  readonly fields?: Readonly<Record<string, string>>
  /** The first words of its button, if a page has several forms or buttons. */
  readonly button?: string
}

/** A citizen whose browser is about to send a form. */
export interface AtForm extends AtBrowser {
  readonly form: FilledForm
}

/** The page of the apps for codes. */
export const CODES = '/account/codes/'

function newProgram({ service }: InnerStage, name: string, callback: string | undefined) {
  return addProgram(service, { name, ...(callback !== undefined && { redirectUris: [callback] }) })
}

/** Makes citizens who have come as far as a form needs. */
export class CitizensAtForms {
  readonly stage: InnerStage
  readonly program: TestClient
  readonly #callback: string | undefined
  #number = 0

  private constructor(stage: InnerStage, program: TestClient, callback: string | undefined) {
    this.stage = stage
    this.program = program
    this.#callback = callback
  }
  /** The callback of the programs is an address that nobody answers, unless the test has one. */
  static async open(stage: InnerStage, callback?: string): Promise<CitizensAtForms> {
    return new CitizensAtForms(stage, await newProgram(stage, 'Parking Permits', callback), callback)
  }
  /** A program that nobody has entered. */
  newProgram(name: string): Promise<TestClient> {
    return newProgram(this.stage, name, this.#callback)
  }
  /** A number that nobody had before. */
  nextNumber(): number {
    this.#number += 1
    return this.#number
  }
  /** A citizen who is signed in here and elsewhere, and has entered a program. */
  async signedIn() {
    const { service } = this.stage
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(service.browser(), citizen)
    await signIn(browser, citizen)
    const entered = await enterProgram(service, this.program, browser)
    this.#laterThanLetters()
    return { citizen, browser, entered }
  }
  /** The same some minutes later, so that a proof is asked for again. */
  async signedInLongAgo() {
    const citizen = await this.signedIn()
    this.stage.service.clock.advance(301)
    return citizen
  }
  /** A citizen who is signed in, and must still prove the address. */
  async unverified(): Promise<AtBrowser> {
    const citizen = await addCitizen(this.stage.service, { emailVerified: false })
    const browser = this.stage.service.browser()
    await signIn(browser, citizen)
    this.#laterThanLetters()
    return { citizen, browser }
  }
  /** Letters of one second are sent in any order, and a test reads the last one, which the citizen asks for now. */
  #laterThanLetters(): void {
    this.stage.service.clock.advance(1)
  }
  /** The path of the link in the letter to an address. */
  async linkFor(email: string): Promise<string> {
    return linkPathOf((await this.stage.deliver()).get(email))
  }
  /** Fills in a form in the citizen's browser and sends it, as the citizen does. */
  async send(browser: TestBrowser, form: FilledForm): Promise<void> {
    await browser.submit(await browser.get(form.page), form.fields, {
      follow: false,
      ...(form.button ? { button: form.button } : {}),
    })
  }
  /** A citizen with an app, who has just signed in with a code. */
  async withApp() {
    const { service } = this.stage
    const citizen = await this.signedIn()
    const { app } = await addSoftApp(citizen.browser, service)
    service.clock.advance(60)
    const prove = { password: TEST_PASSWORD }
    const page = await citizen.browser.get(CODES)
    const asked = await citizen.browser.submit(page, prove, { button: 'Continue' })
    await citizen.browser.submit(asked, { code: app.code() })
    service.clock.advance(60)
    return { ...citizen, app }
  }
  /** A citizen with an app, whose browser has given the password. */
  async beforeCode() {
    const { citizen, app } = await this.withApp()
    const browser = this.stage.service.browser()
    await givePassword(browser, citizen)
    return { citizen, app, browser }
  }
  /** A citizen with an app, who has asked for the mail for lost apps in this browser. */
  async lostApp() {
    const { citizen } = await this.withApp()
    const browser = await reportLostApp(this.stage, citizen)
    return { citizen, browser, mail: (await this.stage.deliver()).get(citizen.email) }
  }
  /** A citizen with an app whose removal waits, and the path that stops it. */
  async removalWaits() {
    const citizen = await this.withApp()
    await reportLostApp(this.stage, citizen.citizen)
    const link = await this.linkFor(citizen.citizen.email)
    return { ...citizen, stop: await confirmLostApp(this.stage, citizen.citizen, link) }
  }
  /** A citizen who has asked for a mail in this browser: the form that takes its code, or the one that sends it again. */
  async afterRequest(path: string, button: 'code' | 'again'): Promise<AtForm> {
    const isRegistration = path === '/register/'
    const isVerification = path === '/account/verification/'
    const citizen = await (isVerification ? this.unverified() : this.signedIn())
    const email = isRegistration ? `asks.${this.nextNumber()}@example.test` : citizen.citizen.email
    const fields: Readonly<Record<string, string>> = isRegistration ? { full_name: 'Ana', email } : { email }
    await this.send(
      citizen.browser,
      isVerification ? { page: authorizeAddress(newAttempt(this.program)) } : { page: path, fields },
    )
    const code = codeOf((await this.stage.deliver()).get(email))
    this.stage.service.clock.advance(60)
    return { ...citizen, form: { page: `${path}sent/`, fields: button === 'code' ? { code } : {} } }
  }
}
