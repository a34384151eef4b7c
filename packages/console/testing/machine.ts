import { portico, settingsFor } from '../../identity/src/command/portico.fixture.ts'
import type { ConsoleStage } from './console-stage.ts'

let machines = 0

/** A machine with a key. */
export interface Machine {
  readonly name: string
  readonly key: string
  /** Asks with the key. A body makes it a POST of JSON. */
  ask(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>
}

/** An answer of the API. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  /** Each test knows what it asked for. */
  readonly body: ReturnType<JSON['parse']>
}

/** Asks the API with these headers. */
export async function askApi(
  { url }: Pick<ConsoleStage, 'url'>,
  path: string,
  {
    body,
    headers = {},
    method,
  }: { body?: unknown; headers?: Readonly<Record<string, string>>; method?: string },
): Promise<Answered> {
  const answer = await fetch(`${url}/admin/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Makes a key on the machine of the service, as `portico operator key add` does. */
export async function addMachine(
  stage: ConsoleStage,
  role: string,
  { until = '30d', name = `machine-${(machines += 1)}` }: { until?: string; name?: string } = {},
): Promise<Machine> {
  const made = await portico(
    settingsFor(stage.service.database),
    ['operator', 'key', 'add', name, '--role', role, '--until', until, '--reason', 'a test', '--json'],
    { ask: 'nobody-there' },
  )
  if (made.exitCode !== 0) throw new Error(made.err)
  const { key } = made.json<{ key: string }>()
  return {
    ...{ name, key },
    ask: (path, body, headers = {}) =>
      askApi(stage, path, { body, headers: { authorization: `Bearer ${key}`, ...headers } }),
  }
}

/** Removes a key. */
export async function removeMachine({ service }: ConsoleStage, { name }: Machine): Promise<void> {
  const words = ['operator', 'key', 'remove', name, '--reason', 'a test']
  const removed = await portico(settingsFor(service.database), words, { ask: 'nobody-there' })
  if (removed.exitCode !== 0) throw new Error(removed.err)
}
