import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeConsoleRole } from '../../testing/console-role.ts'
import { explained, inWords } from '../../testing/explained.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { disableClient } from '../clients/index.ts'
import { portico, type Ran, settingsFor } from '../command/portico.fixture.ts'
import { VIEWS_SCHEMA } from '../console-role/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { LIMITS } from '../rooms.ts'
import { findingFor, REFUSAL_FINDINGS } from './findings.ts'
import { type HeardService, startHeardService } from './heard-service.fixture.ts'
import { noteRefusals } from './refusal-store.ts'

let service: HeardService
let browser: TestBrowser
beforeAll(async () => {
  service = await startHeardService()
})
beforeEach(() => {
  browser = service.browser()
})
afterAll(() => service.close())

let made = 0
/** A page that refused a moment ago, as a process wrote it. Returns its number. */
async function refused(
  why: string,
  until: UnixSeconds | null = null,
  clientId: string | null = null,
): Promise<string> {
  made += 1
  const requestId = `refused${String(made).padStart(6, '0')}`
  const at = service.clock.now()
  await noteRefusals(service.database.db, [{ requestId, at, why, page: '/register/', until, clientId }])
  return requestId
}

const about = async (requestId: string) => [...(await explained(service, { requestId })).values()]

describe('a supporter is told', () => {
  // proves: refusals-told
  test('by which limit, until when, and to wait', async () => {
    const until = plusSeconds(service.clock.now(), 1_800)
    const now = inWords(service.clock.now())
    expect(await about(await refused('register-per-ip', until))).toEqual([
      {
        ...{ name: 'page-refused-network', weight: 'stops', to: 'anybody' },
        found: `A page refused on ${now}. Too many requests came from the caller’s network. Everybody counts who has the same connection, such as an office, a hotel or a telephone company. It refuses until ${inWords(until)}. The log has it as /register/, register-per-ip.`,
        tell: `Too many requests came from your network, maybe from others in it. Wait until ${inWords(until)}, or use another connection, such as that of a mobile phone. A link that you have already works until its time is over.`,
      },
    ])
  })

  // proves: refusals-told
  test.each([
    ['download-per-citizen', 'The account did this too often in a short time.', 'Wait until'],
    ['recover-per-email', 'Too much was asked for one e-mail address', 'Wait until'],
    ['code-per-ip', 'Too many requests came from the caller’s network.', 'or use another connection'],
  ])('which limit it was, what it counts for, and what the caller may do: %s', async (limit, counts, may) => {
    const until = plusSeconds(service.clock.now(), 60)
    const [told] = await about(await refused(limit, until))
    expect(told?.found).toContain(counts)
    expect(told?.found).toMatch(new RegExp(`The log has it as \\S+, ${limit}\\.$`))
    expect(told?.found).toContain(`It refuses until ${inWords(until)}.`)
    expect(told?.tell).toContain(may)
    if (limit !== 'code-per-ip') expect(told?.tell).not.toContain('connection')
  })

  // proves: refusals-told
  test.each(['wrong-guesses', 'mail-again', 'new-programs', 'no-cookie', 'x-per-iq'])(
    'no limit of what is none: %s',
    async (reason) => {
      const [told] = await about(await refused(reason))
      expect(told?.found).toMatch(new RegExp(`The log has it as \\S+, ${reason}\\.$`))
    },
  )

  // proves: refusals-told
  test('that the time is over, from the second on in which it is', async () => {
    const until = plusSeconds(service.clock.now(), 60)
    const number = await refused('recover-per-email', until)
    service.clock.advance(59)
    expect(await about(number)).toMatchObject([{ weight: 'stops', found: /refuses until/ }].map(matching))
    service.clock.advance(1)
    const over = {
      weight: 'tells',
      found: /That was over on/,
      tell: /^That is over\. Please try once more\.$/,
    }
    expect(await about(number)).toMatchObject([over].map(matching))
  })

  // proves: refusals-told
  test.each([
    ['no-cookie', 'page-refused-no-cookie', /another site shows our page in a frame/, /Allow cookies/],
    ['form-foreign', 'page-refused-foreign-form', /another site sent it/, /Type our address yourself/],
    ['form-stale', 'page-refused-old-form', /older than the last sign-in/, /Load the page again/],
    ['invalid-client', 'page-refused-program', /not known to us, or it is disabled/, /Tell the people/],
    ['server-error', 'page-refused-our-fault', /The log has the number/, /our fault/],
    ['too-late', 'page-refused-otherwise', /, too-late\.$/, /read it to me/],
    ['constructor', 'page-refused-otherwise', /, constructor\.$/, /read it to me/],
  ])('%s as %s', async (why, name, found, tell) => {
    expect(await about(await refused(why))).toMatchObject([matching({ name, found, tell })])
  })

  // proves: refusals-told
  test('that a link still works, for the limits on letters with links alone', async () => {
    const link = / A link that you have already works until its time is over\.$/
    const until = plusSeconds(service.clock.now(), 60)
    const told = async (why: string) => (await about(await refused(why, until)))[0]?.tell
    for (const limit of ['register-per-email', 'recover-per-ip', 'browser-link-per-email', 'code-per-email'])
      expect([limit, await told(limit)]).toEqual([limit, expect.stringMatching(link)])
    for (const limit of ['closing-per-citizen', 'new-password-per-ip', 'wrong-guesses', 'new-programs'])
      expect([limit, await told(limit)]).toEqual([limit, expect.not.stringMatching(link)])
  })

  // proves: refusals-told
  test('after wrong guesses to wait in one sentence, and of an address to verify which button sends the link', async () => {
    const until = plusSeconds(service.clock.now(), 60)
    expect(await about(await refused('wrong-guesses', until))).toMatchObject([
      {
        tell: `Too many passwords or codes were wrong. Press “Forgotten your password?”, or wait until ${inWords(until)}.`,
      },
    ])
    expect(await about(await refused('unverified'))).toMatchObject([
      { tell: 'On that page, press the button that sends a link, and open it.' },
    ])
  })

  // proves: refusals-told
  test('of every limit what it counts for, and of every finding something in each language', async () => {
    for (const limit of Object.keys(LIMITS))
      expect([limit, findingFor(limit)]).toEqual([
        limit,
        expect.stringMatching(/^page-refused-(network|address|account)$/),
      ])
    const names = new Set<string>()
    for (const why of EVERY_REASON) for (const { name } of await about(await refused(why))) names.add(name)
    expect([...names].sort()).toEqual(Object.keys(REFUSAL_FINDINGS).sort())
  })

  // proves: refusals-told
  test('nothing of a number that no page had, of an account, or of a program', async () => {
    const citizen = await addCitizen(service)
    await refused('register-per-email')
    for (const caller of [
      { requestId: 'nonumber0001' },
      citizen,
      { email: citizen.email },
      { clientId: 'x' },
      {},
    ])
      expect(
        [...(await explained(service, caller)).keys()].filter((name) => name.startsWith('page-')),
      ).toEqual([])
  })
})

const EVERY_REASON = [
  ...['register-per-ip', 'register-per-email', 'closing-per-citizen', 'wrong-guesses', 'mail-again'],
  ...['no-cookie', 'form-foreign', 'form-lost', 'bad-request', 'invalid-client', 'invalid-redirect'],
  ...['resume-expired', 'link-invalid', 'unknown-browser', 'unverified', 'busy', 'something-else'],
]

/** Texts where an expression is given. */
function matching(wanted: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  )
}

/** A form of a browser that sends no cookies, which is refused. */
async function refusedForm(): Promise<Visited> {
  const page = await browser.get('/login/')
  return service.browser().submit(page, { email: 'ana@example.test', password: 'no' })
}

const why = (...args: readonly string[]): Promise<Ran> =>
  portico(settingsFor(service.database), ['citizen', 'why', ...args])

// proves: refusals-told
test('the command answers the number as the page shows it, and before the next write that the log has it', async () => {
  const page = await refusedForm()
  const shown = page.html.querySelector('.reference code')?.text ?? ''
  expect(shown).toMatch(/ · 403$/)
  expect((await why(shown)).out).toMatch(
    /^If the caller has just read the number, try once more in half a minute: pages that refuse are known some seconds later\. Otherwise no event of the last day has this reference number.*The log has it/,
  )
  await service.write()
  const { out, exitCode } = await why(shown)
  expect([exitCode, out.split('\n')[0]]).toEqual([
    0,
    expect.stringMatching(
      /^A page refused on .* UTC\. The browser sent none of our cookies.* The log has it as \/login\/, no-cookie\.$/,
    ),
  ])
  expect(out).toContain('Allow cookies for our site')
  expect((await why(shown, '--json')).json()).toMatchObject({
    ...{ as: 'page', subject: null },
    findings: [{ name: 'page-refused-no-cookie', weight: 'stops' }],
  })
})

// proves: refusals-told
test('a program that is disabled is told by the number of its page as by its id and by its name', async () => {
  const program = await addProgram(service, { name: 'Parking Permits' })
  await disableClient(service.foundation, program.clientId)
  const page = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
  await service.write()
  const told = async (who: string) => (await why(who, '--json')).json<Answer>()
  const { as, verdict, findings } = await told(page.headers.get('x-request-id') ?? '')
  expect([as, findings.map(({ name }) => name)]).toEqual(['page', ['program-disabled']])
  expect(verdict).toMatch(/^An operator disabled Parking Permits on/)
  for (const who of [program.clientId, 'Parking Permits'])
    expect((await told(who)).findings).toEqual(findings)
})

// proves: refusals-told
test('a program that was removed since is told as any unknown one', async () => {
  const number = await refused('invalid-client', null, 'removed0removed0removed0')
  const { findings } = (await why(number, '--json')).json<Answer>()
  expect(findings.map(({ name }) => name)).toEqual(['page-refused-program'])
})

// proves: refusals-told
test('what a page of a known program refused for stands before what there is to know of the program', async () => {
  const { clientId } = await addProgram(service)
  const { findings } = (await why(await refused('invalid-redirect', null, clientId), '--json')).json<Answer>()
  expect(findings.map(({ name }) => name)).toEqual(['page-refused-return-address', 'program-secret-used'])
})

interface Answer {
  readonly as: string
  readonly verdict: string
  readonly findings: readonly { readonly name: string }[]
}

// proves: refusals-told
test('of a number whose account nobody knows, the command says nothing of an account', async () => {
  const { verdict } = (await why(await refused('form-stale'), '--json')).json<{ verdict: string }>()
  expect(verdict).toMatch(/^A page refused on/)
})

// proves: refusals-told
test('a page that did something, too, is told by what it did first', async () => {
  const citizen = await addCitizen(service)
  const page = await browser.submit(await browser.get('/login/'), { email: citizen.email, password: 'no' })
  const requestId = page.headers.get('x-request-id') ?? ''
  const refusal = { requestId, at: service.clock.now(), why: 'unknown-browser', page: '/login/' }
  await noteRefusals(service.database.db, [{ ...refusal, until: null, clientId: null }])
  const { out } = await why(requestId, '--json')
  expect(JSON.parse(out)).toMatchObject({
    ...{ as: 'page', subject: citizen.subject },
    verdict: expect.stringMatching(
      /^The page with this number was answered on .*sign-in-failed wrong-password\. A page refused/,
    ),
    findings: expect.arrayContaining([expect.objectContaining({ name: 'page-refused-new-browser' })]),
  })
})

// proves: refusals-told
testOnOneServer('another process tells it, and so does the role of the console by its views', async () => {
  const other = await startHeardService({ database: service.database, clock: service.clock })
  const number = (await refusedForm()).headers.get('x-request-id') ?? ''
  await service.write()
  expect([...(await explained(other, { requestId: number })).keys()]).toEqual(['page-refused-no-cookie'])
  const role = await makeConsoleRole(service.database)
  const views = role.open(VIEWS_SCHEMA)
  const asConsole = { foundation: { ...service.foundation, db: views } }
  expect([...(await explained(asConsole, { requestId: number })).values()]).toEqual(await about(number))
  await expect(views.query`delete from refused_requests`).rejects.toThrow(/denied/)
  await views.close()
  await role.drop()
  await other.close()
})
