import { createHash, randomBytes } from 'node:crypto'
import type { Loader } from '../../load/loader.ts'
import type { Shot } from '../../load/shot.ts'
import type { BenchCitizen } from '../portico-rows.ts'
import { postRequest } from '../registration-shot.ts'
import { returnUriOf } from './program-settings.ts'

const CONNECTIONS = 16
const SSO_PATH = '/api/v1/sso/'
const VERIFIER = randomBytes(32).toString('base64url')
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** A session at the program, and whose it is. */
export interface ProgramSession {
  readonly email: string
  readonly accessToken: string
}

/** Where sessions are made. */
export interface SignInPlaces {
  readonly programPort: number
  readonly identityPort: number
}

/** Signs citizens in at the program so many times, going round them: begin, authorize, callback, exchange. */
export async function signInAtProgram(
  loader: Loader,
  { programPort, identityPort }: SignInPlaces,
  { people, count }: { people: readonly BenchCitizen[]; count: number },
): Promise<readonly ProgramSession[]> {
  const citizens = Array.from({ length: count }, (_, index) => people[index % people.length])
  const ask = async (port: number, shots: readonly Shot[], pattern: string) => {
    const load = { kind: 'once', shots } as const
    const plan = { ports: [port], connections: CONNECTIONS, seconds: 0, load, collect: pattern }
    return (await loader.prepare(plan)).collected
  }
  const beginning = json(programPort, 'begin/', {
    return_uri: returnUriOf(programPort),
    code_challenge: CHALLENGE,
  })
  const begun = await ask(
    programPort,
    citizens.map(() => beginning),
    '"authorization_url":"([^"]+)"',
  )
  const authorizing = begun.map((url, index) => get(url, citizens[index]?.cookie ?? ''))
  const back = await ask(identityPort, authorizing, '[Ll]ocation: ([^\\r\\n]+)')
  const landed = await ask(
    programPort,
    back.map((url) => get(url, '')),
    '[?&]sso_code=([^&\\r\\n]+)',
  )
  const exchanging = landed.map((code) => json(programPort, 'exchange/', { code, code_verifier: VERIFIER }))
  const tokens = await ask(programPort, exchanging, '"access_token":"([^"]+)"')
  return tokens.map((accessToken, index) => ({ accessToken, email: citizens[index]?.email ?? '' }))
}

function json(port: number, path: string, body: object): Shot {
  const text = JSON.stringify(body)
  const request = postRequest(port, SSO_PATH + path, { body: text, type: 'application/json', more: [] })
  return { request, status: 200, contains: '' }
}

function get(address: string, cookie: string): Shot {
  const { pathname, search, host } = new URL(address)
  const lines = [`GET ${pathname}${search} HTTP/1.1`, `host: ${host}`]
  const browser = ['sec-fetch-site: cross-site', 'sec-fetch-mode: navigate']
  const cookies = cookie === '' ? [] : [`cookie: ${cookie}`]
  return {
    request: `${[...lines, ...browser, ...cookies].join('\r\n')}\r\n\r\n`,
    status: 302,
    contains: 'code=',
  }
}
