import type { Ending } from './kit/child-process.ts'
import { runPortico } from './kit/identity-process.ts'
import { until } from './kit/until.ts'

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
