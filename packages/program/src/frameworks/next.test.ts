import { describe, expect, test } from 'vitest'
import { browserOf, signInWith } from '../../testing/cookie-browser.ts'
import { BASE, testProgram } from '../../testing/program.ts'
import { CitizenRefused, nextSso } from './next.ts'

/** The door without Next.js. The sample in docs/integrate runs it with Next.js. */

class Redirected extends Error {}

const LOGIN = `${BASE}/api/v1/sso/login?return_to=%2Fpermits%3Fyear%3D2026`
const PATH = '/permits?year=2026'
/** What Next.js sends when a citizen follows a link. */
const SOFT = { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }

const start = async () => {
  const program = testProgram({ cookies: {} })
  const browser = browserOf(program.sso)
  let sent: Record<string, string> = {}
  const door = nextSso(() => program.sso, {
    headers: async () => new Headers(sent),
    redirect: (address) => {
      throw new Redirected(address)
    },
  })
  const signIn = () => {
    const { subject } = program.identity.addCitizen({ email: 'ana@example.test' })
    return signInWith(browser, (url) => program.identity.authorize(url, { subject }))
  }
  const send = (headers: Record<string, string>) => {
    sent = browser.headers(headers)
  }
  send(SOFT)
  return { ...{ program, door, signIn, send } }
}
const refused = (status: number) =>
  expect.objectContaining({ name: 'CitizenRefused', status, digest: String(status) })

describe('pages and actions of Next.js', () => {
  test.each(['pageCitizen', 'actionCitizen'] as const)(
    '%s redirects a visitor, also when a script asks',
    async (guard) => {
      const { door } = await start()
      await expect(door[guard](PATH)).rejects.toThrow(new Redirected(LOGIN))
      await expect(door[guard]('//evil.example')).rejects.toThrow(new Redirected(`${BASE}/api/v1/sso/login`))
      expect(await door.optionalCitizen()).toBeNull()
    },
  )

  test.each(['pageCitizen', 'actionCitizen'] as const)(
    'during an outage %s redirects nobody',
    async (guard) => {
      const { program, door, signIn, send } = await start()
      await signIn()
      send(SOFT)
      expect((await door[guard](PATH)).accountId).toBe('account-1')
      program.identity.outage('500')
      await program.clock.advance(30_000)
      await expect(door[guard](PATH)).rejects.toEqual(refused(503))
      expect(await door.optionalCitizen()).toBeNull()
    },
  )

  test('an action of another site is refused, and the same page is shown', async () => {
    const { door, signIn, send } = await start()
    await signIn()
    send({ ...SOFT, 'sec-fetch-site': 'same-site', origin: 'https://other.example.test' })
    await expect(door.actionCitizen(PATH)).rejects.toEqual(refused(401))
    expect((await door.pageCitizen(PATH)).accountId).toBe('account-1')
  })

  test('a bearer that nobody knows begins no sign-in, which would repeat for ever', async () => {
    const { door, send } = await start()
    send({ ...SOFT, authorization: 'Bearer ppa_unknown' })
    await expect(door.pageCitizen(PATH)).rejects.toBeInstanceOf(CitizenRefused)
    await expect(door.actionCitizen(PATH)).rejects.toBeInstanceOf(CitizenRefused)
  })
})

test('a route handler gets the method and the headers of its own request', async () => {
  const { door, signIn, program } = await start()
  const browser = browserOf(program.sso)
  const route = door.withCitizen((_request, { accountId }, context: { id: string }) =>
    Response.json([accountId, context.id]),
  )
  const ask = (headers: Record<string, string>) =>
    route(new Request(`${BASE}/api/permits`, { method: 'POST', headers }), { id: '7' })
  expect((await ask(SOFT)).status).toBe(401)
  await signIn()
  await signInWith(browser, (url) =>
    program.identity.authorize(url, program.identity.addCitizen({ email: 'b@example.test' })),
  )
  expect(await (await ask(browser.headers(SOFT))).json()).toEqual([expect.stringMatching(/^account-/), '7'])
  expect((await ask(browser.headers({ ...SOFT, 'sec-fetch-site': 'cross-site' }))).status).toBe(401)
})

test('a path that is not ours is 404, and an endpoint that does not take a method says so', async () => {
  const { door } = await start()
  expect((await door.routes.GET(new Request(`${BASE}/elsewhere`))).status).toBe(404)
  expect((await door.routes.POST(new Request(`${BASE}/api/v1/sso/config/`, { method: 'POST' }))).status).toBe(
    405,
  )
})

test('the program is opened once, at the first request; after a failure, the next request opens it again', async () => {
  const { sso } = testProgram()
  let opened = 0
  const door = nextSso(
    async () => {
      opened += 1
      if (opened === 1) throw new Error('the database does not answer')
      return sso
    },
    { headers: async () => new Headers(), redirect: () => undefined as never },
  )
  expect(opened).toBe(0)
  const config = () => door.routes.GET(new Request(`${BASE}/api/v1/sso/config/`))
  await expect(config()).rejects.toThrow('the database does not answer')
  expect((await Promise.all([config(), config(), config()])).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ])
  expect(opened).toBe(2)
})
