import {
  type RawAnswer,
  rawRequest,
  sendRaw,
} from '../../packages/identity/src/platform/http/raw-http.fixture.ts'
import { addCitizen, addProgram } from '../../packages/identity/testing/people.ts'
import { enterProgram } from '../../packages/identity/testing/program-flow.ts'
import { cookieHeader } from '../kit/http/request.ts'
import { memoryMebibytes } from '../kit/proc.ts'
import { retryOn503, unless503 } from '../kit/retry-on-503.ts'
import { openService, type Service } from '../service.ts'

/** A service in its own process, with a program, a citizen who has entered it, and a mail server. */
export type Target = Awaited<ReturnType<typeof openTarget>>

/** The answer to a POST. */
export interface Posted {
  readonly status: number
  readonly text: string
  readonly location: string | null
}

/** Starts the service. Limits are high unless the environment sets them. */
export async function openTarget(environment: Readonly<Record<string, string>> = {}) {
  const service = await openService(environment)
  const { identity } = service
  const { program, citizen, entered } = await prepare(identity).catch(async (error: unknown) => {
    await service.close()
    throw error
  })
  /** Sends exactly these bytes. */
  const bytes = (all: string | Buffer): Promise<RawAnswer> => sendRaw(identity.port, all)
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(identity.baseUrl + path, { redirect: 'manual', ...init })
  const cookie = cookieHeader(entered.browser.cookies)
  /** How much of the output was looked through for faults. */
  let judged = 0
  return {
    ...service,
    ...{ program, citizen, entered, bytes, fetch: ask },
    /** `Cookie` of the citizen's browser. */
    cookie,
    /** Sends a request as text, with a valid `Host`. */
    raw: (line: string, headers: readonly string[] = [], body = '') =>
      bytes(Buffer.from(rawRequest(line, ['Host: localhost', ...headers], body), 'latin1')),
    /** Posts a body unchanged, with the program's credentials and the citizen's cookies. Repeats it after a 503. */
    post(path: string, content: string | Buffer, type: string): Promise<Posted> {
      const headers = { 'content-type': type, authorization: program.basic, cookie }
      const body = new Uint8Array(Buffer.from(content))
      return retryOn503(async () => postedOf(unless503(await ask(path, { method: 'POST', headers, body }))))
    },
    /** The resident memory of the service, in MiB. */
    residentMebibytes: () => memoryMebibytes(identity.pid, 'VmRSS') ?? Number.NaN,
    /** Fails unless the service still answers, and has logged no fault since it was asked last. */
    async expectWell() {
      const answer = await retryOn503(async () => unless503(await fetch(`${identity.baseUrl}/api/health/`)))
      if (answer.status !== 200) throw new Error(`Health answered ${answer.status}`)
      const output = identity.output()
      const lines = output.slice(judged).split('\n')
      // The last line may not be whole yet.
      judged = output.length - (lines.at(-1)?.length ?? 0)
      const faults = lines.filter((line) => /server-error|"stack"|stack_trace|unhandled/i.test(line))
      if (faults.length > 0) throw new Error(`The service had faults of its own:\n${faults.join('\n')}`)
    },
  }
}

async function postedOf(answer: Response): Promise<Posted> {
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') }
}

async function prepare({ service }: Service['identity']) {
  const program = await addProgram(service)
  const citizen = await addCitizen(service)
  return { program, citizen, entered: await retryOn503(() => enterProgram(service, program, citizen)) }
}

/** Internal details that must never be in an answer. */
export const INSIDE =
  /node_modules|\.[cm]?[jt]s:\d+|\n\s+at \S+ \(|\bFST_ERR_[A-Z]|\bHPE_[A-Z]{4}|\bERR_HTTP_[A-Z]|PostgresError|SELECT |select .* from /

/** The statuses of all answers on one connection, in order. */
export function statusesOf({ text }: RawAnswer): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** `Content-Type` of a form. */
export const FORM = 'Content-Type: application/x-www-form-urlencoded'
