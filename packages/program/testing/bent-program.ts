import { createProgramSso } from '../src/create.ts'
import { signInThrough } from '../src/testing/index.ts'
import { askOf, beginSignIn, type TestProgram, testProgram } from './program.ts'

/** What an endpoint is told to answer. */
export type Answer = () => Response | Promise<Response>

const PATHS = {
  discovery: '/openid-configuration',
  token: '/o/token/',
  introspection: '/introspect/',
  revocation: '/o/revoke/',
  'key set': '/jwks.json',
}
type Endpoint = keyof typeof PATHS

/** A program whose endpoints at the identity service answer as they are told to, and where somebody is signed in. */
export async function bentProgram() {
  const program = testProgram({ throttle: false })
  const told = new Map<Endpoint, Answer>()
  const sent: Endpoint[] = []
  const bentFetch: typeof fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const endpoint = (Object.keys(PATHS) as Endpoint[]).find((name) => url.includes(PATHS[name]))
    if (!endpoint) throw new Error(`nobody asks ${url}`)
    sent.push(endpoint)
    return told.get(endpoint)?.() ?? program.identity.fetch(input, init)
  }
  const sso = createProgramSso({ ...program.config, fetch: bentFetch })
  const made: TestProgram = { ...program, sso, ask: (...asked) => askOf(sso, ...asked) }
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken, refreshToken } = await signInThrough(sso, program.identity, citizen)
  const headers = { authorization: `Bearer ${accessToken}` }
  const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
  return {
    ...{ ...made, program: made, told, sent, citizen, refreshToken },
    count: (endpoint: Endpoint) => sent.filter((name) => name === endpoint).length,
    begin: () => made.ask('POST', 'begin/', { body }),
    /** Whether the session may go on: it is looked at anew. */
    async check() {
      await program.clock.advance(30_000)
      const found = await sso.authenticate({ headers })
      return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
    },
    look: () => sso.authenticate({ headers }),
    outages: () =>
      program.events.flatMap((event) => (event.type === 'identity_outage' ? [event.endpoint] : [])),
  }
}

/** Comes back with a code of one's own choice. */
export async function comeBack(
  program: TestProgram,
  query: string | readonly [string, string][] = 'code=made-up',
) {
  const { url } = await beginSignIn(program)
  const state = new URL(url).searchParams.get('state') ?? ''
  const parameters = new URLSearchParams(typeof query === 'string' ? query : [...query])
  parameters.append('state', state)
  return (await program.ask('GET', `callback/?${parameters}`)).headers.get('location')?.split('?')[1]
}

/** Does it so many times, one after the other. */
export async function many(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) await work()
}
