import { createProgramSso } from '../src/create.ts'
import { signInThrough } from '../src/testing/index.ts'
import { askOf, beginSignIn, type TestProgram, testProgram } from './program.ts'

/** The response that a test gives for an endpoint. */
export type StubbedResponse = () => Response | Promise<Response>

const PATHS = {
  discovery: '/openid-configuration',
  token: '/o/token/',
  introspection: '/introspect/',
  revocation: '/o/revoke/',
  'key set': '/jwks.json',
}
type Endpoint = keyof typeof PATHS

/** A program with a signed-in citizen. A test can replace the responses of the identity service, by endpoint. */
export async function stubbedProgram() {
  const program = testProgram({ throttle: false })
  const stubs = new Map<Endpoint, StubbedResponse>()
  const sent: Endpoint[] = []
  const stubbedFetch: typeof fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const endpoint = (Object.keys(PATHS) as Endpoint[]).find((name) => url.includes(PATHS[name]))
    if (!endpoint) throw new Error(`a program sends nothing to ${url}`)
    sent.push(endpoint)
    return stubs.get(endpoint)?.() ?? program.identity.fetch(input, init)
  }
  const sso = createProgramSso({ ...program.config, fetch: stubbedFetch })
  const made: TestProgram = { ...program, sso, ask: (...asked) => askOf(sso, ...asked) }
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken, refreshToken } = await signInThrough(sso, program.identity, citizen)
  const headers = { authorization: `Bearer ${accessToken}` }
  const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
  return {
    ...{ ...made, program: made, stubs, sent, citizen, refreshToken },
    count: (endpoint: Endpoint) => sent.filter((name) => name === endpoint).length,
    begin: () => made.ask('POST', 'begin/', { body }),
    /** Checks the session centrally: `ok`, or the status and the code. */
    async check() {
      await program.clock.advance(30_000)
      const found = await sso.authenticate({ headers })
      return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
    },
    authenticate: () => sso.authenticate({ headers }),
    outages: () =>
      program.events.flatMap((event) => (event.type === 'identity_outage' ? [event.endpoint] : [])),
  }
}

/** Opens the callback with other parameters than those of the identity service. Returns the query of the redirect. */
export async function openForgedCallback(
  program: TestProgram,
  query: string | readonly [string, string][] = 'code=made-up',
) {
  const { url } = await beginSignIn(program)
  const state = new URL(url).searchParams.get('state') ?? ''
  const parameters = new URLSearchParams(typeof query === 'string' ? query : [...query])
  parameters.append('state', state)
  return (await program.ask('GET', `callback/?${parameters}`)).headers.get('location')?.split('?')[1]
}

/** Runs the work this many times, one after the other. */
export async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) await work()
}
