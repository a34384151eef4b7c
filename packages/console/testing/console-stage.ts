import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Citizen } from '../../identity/src/citizens/index.ts'
import { addOperator, type Role } from '../../identity/src/operators/index.ts'
import { systemRandom } from '../../identity/src/platform/system-random.ts'
import { makeConsoleRole } from '../../identity/testing/console-role.ts'
import { fakeClock } from '../../identity/testing/fake-clock.ts'
import { freePort } from '../../identity/testing/free-port.ts'
import { addCitizen, addProgram, signIn } from '../../identity/testing/people.ts'
import { addSoftApp, givePassword } from '../../identity/testing/soft-app.ts'
import { TestBrowser, type Visited, type VisitOptions } from '../../identity/testing/test-browser.ts'
import { startTestService, type TestService } from '../../identity/testing/test-service.ts'
import { navigate } from '../../program/testing/navigate.ts'
import { type ConsoleConfig, readConsoleConfig } from '../src/config.ts'
import { startConsole } from '../src/start-console.ts'

/** Codes of the past are needed, and ID tokens of the future are refused. */
const BEHIND_MILLISECONDS = 100_000

/** A service with a console on its database. */
export interface ConsoleStage {
  readonly service: TestService
  readonly url: string
  readonly logLines: readonly string[]
  readonly config: ConsoleConfig
  /** Who carries out its orders. Where nobody does, no request waits seconds for an answer. */
  readonly carriers: Set<object>
  /** An operator with an app for codes who is signed in at the service, and the browser. */
  operator(role: Role | undefined): Promise<ConsoleBrowser>
  /** A browser of this citizen, who gets an app for codes and is signed in at the service with it. */
  enrol(citizen: Citizen): Promise<ConsoleBrowser>
  /** A browser at which nobody is signed in. */
  browser(headers?: Readonly<Record<string, string>>): ConsoleBrowser
  close(): Promise<void>
}

/** A browser that follows redirects between the console and the service, as a person does. */
export class ConsoleBrowser {
  readonly inner: TestBrowser
  readonly name: string
  readonly subject: string
  readonly citizenId: string

  constructor(inner: TestBrowser, who: Pick<ConsoleBrowser, 'name' | 'subject' | 'citizenId'>) {
    this.inner = inner
    this.name = who.name
    this.subject = who.subject
    this.citizenId = who.citizenId
  }
  /** Opens an address, and goes the whole way of a sign-in where one is asked for and the service asks nothing. */
  async open(address: string, options: VisitOptions = {}): Promise<Visited> {
    let page = await this.inner.get(address, options)
    for (let hops = 0; hops < 10; hops += 1) {
      const next = page.location ?? onTheWay(page)
      if (next !== undefined) page = await this.inner.get(next, { follow: false })
      else if (page.url.includes('/o/authorize/') && page.status === 200)
        page = await this.inner.submit(page, {}, { button: /^Continue/ })
      else return page
    }
    return page
  }
  send(
    page: Visited,
    fields: Readonly<Record<string, string>>,
    options: VisitOptions & { readonly button?: string | RegExp } = {},
  ): Promise<Visited> {
    return this.inner.submit(page, fields, options)
  }
  /** Follows the link whose text begins with these words. */
  click(page: Visited, words: string, options: VisitOptions = {}): Promise<Visited> {
    return this.inner.click(page, words, options)
  }
}

/** The page between the console and the service goes on by itself in a browser. */
function onTheWay({ html }: Visited): string | undefined {
  const link = html.querySelectorAll('a').find(({ text }) => text.trim() === 'Continue')
  return link?.getAttribute('href')
}

/** Starts both. */
export async function startStage(settings: Readonly<Record<string, string>> = {}): Promise<ConsoleStage> {
  const service = await startTestService({ clock: fakeClock(Date.now() - BEHIND_MILLISECONDS) })
  const role = await makeConsoleRole(service.database)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = await addProgram(service, {
    name: 'Console',
    redirectUris: [`${url}/api/v1/sso/callback/`],
    confirmation: 'skip-first-time',
  })
  const config = readConsoleConfig({
    PORTICO_CONSOLE_URL: url,
    PORTICO_CONSOLE_PORT: String(port),
    PORTICO_CONSOLE_DATABASE_URL: role.url,
    PORTICO_CONSOLE_IDENTITY_URL: service.baseUrl,
    PORTICO_CONSOLE_CLIENT_ID: program.clientId,
    PORTICO_CONSOLE_CLIENT_SECRET: program.secret,
    PORTICO_CONSOLE_KEY: systemRandom.bytes(32).toString('base64'),
    ...settings,
  })
  const logLines: string[] = []
  const record = (level: string) => (event: string, fields?: object) =>
    void logLines.push(JSON.stringify({ level, event, ...fields }))
  const log = { info: record('info'), warn: record('warn'), error: record('error') }
  const carriers = new Set<object>()
  const running = await startConsole(config, {
    ...{ clock: service.clock, random: systemRandom, log },
    wait: (milliseconds) => (carriers.size > 0 ? wait(milliseconds) : nextTurn()),
  })
  let operators = 0
  const nobody = { name: '', subject: '', citizenId: '' }
  const browser = (headers: Readonly<Record<string, string>> = { 'accept-language': 'en' }) =>
    new TestBrowser(url, headers, navigate)
  return {
    ...{ service, url, logLines, config, carriers },
    browser: (headers) => new ConsoleBrowser(browser(headers), nobody),
    async enrol(citizen) {
      const inner = browser()
      await enrolAt(inner, service, citizen)
      return new ConsoleBrowser(inner, { ...nobody, ...citizen, name: '' })
    },
    async operator(given) {
      operators += 1
      const citizen = await addCitizen(service)
      const name = `Operator ${operators}`
      const inner = browser()
      await enrolAt(inner, service, citizen)
      if (given) await addOperator(service.foundation, { emailOrSubject: citizen.email, name, role: given })
      return new ConsoleBrowser(inner, { name, subject: citizen.subject, citizenId: citizen.citizenId })
    },
    async close() {
      await running.close()
      await role.drop()
      await service.close()
    },
  }
}

/** Signs in at the service with a code, in the cookies of this browser. */
async function enrolAt(
  browser: TestBrowser,
  service: TestService,
  citizen: { readonly email: string },
): Promise<void> {
  const own = service.browser()
  await signIn(own, citizen)
  const { app } = await addSoftApp(own, service)
  const again = service.browser()
  const asked = await givePassword(again, citizen)
  const entered = await again.submit(asked, { code: app.code(1) }, { follow: false })
  if (entered.status !== 303) throw new Error(`Not signed in: ${entered.status}`)
  for (const [name, value] of again.cookies) browser.cookies.set(name, value)
}
