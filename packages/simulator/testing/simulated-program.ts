import { createHash, randomBytes } from 'node:crypto'
import type { Simulator } from '../../../journeys/simulator.ts'
import { TestBrowser } from '../../identity/testing/test-browser.ts'
import { createProgramSso, type ProgramEvent, secret } from '../../program/src/index.ts'
import { memoryAccounts, memoryStore } from '../../program/src/testing/index.ts'
import { walk } from './walk.ts'

const PROGRAM = 'http://localhost:8'

/** A program on `@portico/program`, in this process, that uses the simulator with the settings that it prints. */
export function openSimulatedProgram(
  simulator: Pick<Simulator, 'url' | 'client_id' | 'client_secret' | 'password'>,
  onEvent: (event: ProgramEvent) => void = () => undefined,
) {
  let aheadMilliseconds = 0
  const clock = {
    now: () => new Date(Date.now() + aheadMilliseconds),
    sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  }
  const sso = createProgramSso({
    identity: {
      baseUrl: simulator.url,
      clientId: simulator.client_id,
      clientSecret: secret(simulator.client_secret),
    },
    program: { baseUrl: PROGRAM, returnUris: [`${PROGRAM}/signed-in`] },
    encryptionKeys: [{ id: 'k', key: secret(randomBytes(32).toString('base64')) }],
    validity: { ceilingMs: 1000, softMs: 1000 },
    hooks: { onEvent },
    ...{ clock, store: memoryStore({ clock }), accounts: memoryAccounts(), env: 'test', throttle: false },
    logger: { log: () => undefined },
  })
  const send = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}
    const answer = await sso.handle(new Request(`${PROGRAM}/api/v1/sso/${path}`, init))
    if (!answer) throw new Error(`${path} is not answered`)
    return answer
  }
  /**
   * Signs in until the callback has answered. `parameters` are added to the authorization address. What changes between the program's
   * answer and the citizen's way is `meanwhile`.
   */
  const land = async (
    parameters = '',
    browser = new TestBrowser(simulator.url),
    meanwhile: () => Promise<unknown> = async () => undefined,
  ) => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const begun = await send('begin/', { return_uri: `${PROGRAM}/signed-in`, code_challenge: challenge })
    if (begun.status !== 200) throw new Error(`begin answered ${begun.status}`)
    const { authorization_url: address } = (await begun.json()) as { authorization_url: string }
    await meanwhile()
    const left = await walk(simulator, browser, `${address}${parameters}`)
    const landed = await sso.handle(new Request(left.location ?? `${left.url} ${left.status}`))
    return { verifier, result: new URL(landed?.headers.get('location') ?? 'none:').searchParams }
  }
  /** A whole sign-in. Returns the tokens of the program. */
  const enter = async (parameters = '') => {
    const { verifier, result } = await land(parameters)
    const exchanged = await send('exchange/', { code: result.get('sso_code'), code_verifier: verifier })
    if (exchanged.status !== 200) throw new Error(`no sign-in: ${result} ${exchanged.status}`)
    return (await exchanged.json()) as { access_token: string; refresh_token: string }
  }
  return {
    ...{ sso, send, land, enter },
    forward: (seconds: number) => void (aheadMilliseconds += seconds * 1000),
    signIn: async (parameters = '') => (await enter(parameters)).access_token,
    /** What the guard says when the last check is too old. */
    guard(token: string) {
      aheadMilliseconds += 1_100
      return sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
    },
  }
}
