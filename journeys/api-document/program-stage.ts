import type { SsoStore } from '../../packages/program/src/store/index.ts'
import { fakeClock, memoryStore, signInThrough } from '../../packages/program/src/testing/index.ts'
import { BASE, proof, type TestProgram, testProgram } from '../../packages/program/testing/program.ts'
import type { ApiDocument } from './document.ts'

type Changes = NonNullable<Parameters<typeof testProgram>[0]>

/** A program whose store can be broken, with its document. */
export interface ProgramStage extends TestProgram {
  readonly document: ApiDocument
  breakStore(): void
  /** Signs a new citizen in, as an app does. */
  signIn(): Promise<{ readonly accessToken: string; readonly refreshToken: string }>
  /** Sends bytes of a body that has no end. The answer comes when the program gives up. */
  stall(path: string): Promise<Response>
}

/** Makes it. */
export async function openProgramStage(changes: Changes = {}): Promise<ProgramStage> {
  let isBroken = false
  const clock = fakeClock()
  const whole: SsoStore = memoryStore({ clock }) as SsoStore
  const store = new Proxy(whole, {
    get: (of, name, receiver) => {
      if (isBroken) throw new Error('The test says so')
      return Reflect.get(of, name, receiver) as unknown
    },
  })
  const program = testProgram({ throttle: false, ...changes, clock, store })
  let citizens = 0
  return {
    ...program,
    document: (await (await program.ask('GET', 'openapi.json')).json()) as ApiDocument,
    breakStore: () => void (isBroken = true),
    signIn() {
      const citizen = program.identity.addCitizen({ email: `ana${(citizens += 1)}@example.test` })
      return signInThrough(program.sso, program.identity, citizen)
    },
    async stall(path) {
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) })
      const request = new Request(`${BASE}/api/v1/sso/${path}`, { method: 'POST', body, duplex: 'half' })
      const answer = program.sso.handle(request)
      for (let seconds = 0; seconds <= 10; seconds += 1) await clock.advance(1000)
      return (await answer) ?? new Response(null, { status: 404 })
    },
  }
}

/** A body of `begin/` that is taken, with the verifier of its challenge. */
export async function goodBegin() {
  const { verifier, challenge } = await proof()
  return { verifier, body: { return_uri: `${BASE}/signed-in`, code_challenge: challenge } }
}
