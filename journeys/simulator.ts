import { createHash, randomBytes } from 'node:crypto'
import type { Ending } from '../lab/kit/child-process.ts'
import { runPortico } from '../lab/kit/identity-process.ts'
import { until } from '../lab/kit/until.ts'
import { TestBrowser, type Visited } from '../packages/identity/testing/test-browser.ts'
import { createProgramSso, type ProgramEvent, secret } from '../packages/program/src/index.ts'
import { memoryAccounts, memoryStore } from '../packages/program/src/testing/index.ts'

/** What `portico dev --json` writes, as far as tests use it. */
interface SimulatorJson {
  readonly url: string
  readonly control_url: string
  readonly mailbox_url: string
  readonly client_id: string
  readonly client_secret: string
  readonly password: string
  readonly citizens: readonly {
    readonly subject: string
    readonly email: string
    readonly standing: string
  }[]
  readonly faults: Readonly<Record<string, string>>
  readonly time: { readonly now: number; readonly ahead_seconds: number }
}

export type Simulator = Awaited<ReturnType<typeof openSimulator>>

/** Starts the real command on free ports. */
export async function openSimulator(environment: Readonly<Record<string, string>> = {}) {
  const run = runPortico(['dev', '--json', '--port', '0', '--mailbox-port', '0'], {
    // Many programs sign in from this one address.
    PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '100000',
    ...environment,
  })
  let ending: Ending | undefined
  void run.ended.then((ended) => void (ending = ended))
  const line = await until(
    () => `the simulator is ready: ${run.output()}`,
    () => {
      if (ending) throw new Error(`the simulator ended: ${ending.output}`)
      return /^\{.*\}$/m.exec(run.output())?.[0]
    },
  )
  const state = JSON.parse(line) as SimulatorJson
  const order = async (path: string, body: object) => {
    const answer = await postJson(`${state.url}/dev/${path}`, body)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as SimulatorJson
  }
  return {
    ...state,
    order,
    output: run.output,
    fault: (fault: string, setting: 'next' | 'always' | 'off' = 'always') =>
      order('faults', { fault, for: setting }),
    faultsOff: () => order('faults', { fault: 'all', for: 'off' }),
    citizen: (email: string, action: string) => order('citizens', { citizen: email, action }),
    forward: (seconds: number) => order('time', { forward_seconds: seconds }),
    close: () => run.end('SIGINT'),
    kill: () => run.end('SIGKILL'),
  }
}

export function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const type = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) })
}

type Place = Pick<Simulator, 'url' | 'password'>

/** Goes from an authorization address through the pages of the service, until the browser leaves it or is stuck. */
export async function walk(
  { password }: Place,
  browser: TestBrowser,
  address: string,
  email = 'ana@example.test',
): Promise<Visited> {
  let page = await browser.get(address)
  for (let step = 0; page.location === undefined && page.status === 200 && step < 4; step += 1) {
    const isLogin = page.html.querySelector('input[type=password]') !== null
    page = isLogin
      ? await browser.submit(page, { email, password })
      : await browser.submit(page, {}, { button: 'Continue' })
  }
  return page
}

const PROGRAM = 'http://localhost:9'

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
  /** Signs in until the callback has answered. `parameters` are added to the authorization address. */
  const land = async (parameters = '', browser = new TestBrowser(simulator.url)) => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const begun = await send('begin/', { return_uri: `${PROGRAM}/signed-in`, code_challenge: challenge })
    if (begun.status !== 200) throw new Error(`begin answered ${begun.status}`)
    const { authorization_url: address } = (await begun.json()) as { authorization_url: string }
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
