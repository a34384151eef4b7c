import { type Answer, ask, jsonRequest, textOf } from './http.ts'

/** A request of the program, as the simulator wrote it down. */
export interface SeenRequest {
  readonly number: number
  readonly path: string
  readonly scheme: string
  readonly status: number
  readonly form: Readonly<Record<string, string>>
  readonly faults: readonly string[]
  readonly issued: Readonly<Record<string, unknown>>
}

/** The simulator of Portico, which stands for the identity service. */
export interface Simulator {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Signs a citizen in at an authorization address; returns the callback address, unopened. */
  signIn(authorizationUrl: string, citizen: string, decision?: 'continue' | 'cancel'): Promise<string>
  setFault(fault: string, setting: 'always' | 'off'): Promise<void>
  act(citizen: string, action: string): Promise<void>
  /** Gives a citizen another address. */
  readdress(citizen: string, email: string): Promise<void>
  /** The number of the last request; 0 where there was none. */
  lastRequest(): Promise<number>
  /** What the program asked after this request. */
  requestsAfter(number: number): Promise<readonly SeenRequest[]>
}

/** The simulator cannot be used. The message says why, and what to do. */
export class NoSimulator extends Error {
  override readonly name = 'NoSimulator'
}

/** Finds the simulator. Throws `NoSimulator`. */
export async function findSimulator(url: string): Promise<Simulator> {
  const start = `Start it with: npx portico dev`
  const state = await ask(`${url}/dev/state`).catch(() => undefined)
  if (state?.status !== 200 || textOf(state, 'client_id') === '')
    throw new NoSimulator(`There is no simulator at ${url}. ${start}`)
  const order = async (path: string, body: object): Promise<Answer> => {
    const answer = await ask(`${url}/dev/${path}`, jsonRequest(body))
    if (answer.status === 200) return answer
    throw new NoSimulator(`The simulator refused ${path}: ${textOf(answer, 'detail') || answer.status}`)
  }
  const requestsAfter = async (number: number): Promise<readonly SeenRequest[]> => {
    const { requests } = (await ask(`${url}/dev/requests?after=${number}`)).json
    return Array.isArray(requests) ? requests : []
  }
  return {
    url: textOf(state, 'url'),
    clientId: textOf(state, 'client_id'),
    clientSecret: textOf(state, 'client_secret'),
    async signIn(authorizationUrl, citizen, decision = 'continue') {
      const body = { authorization_url: authorizationUrl, citizen, decision }
      return textOf(await order('sign-in', body), 'callback_url')
    },
    setFault: async (fault, setting) => void (await order('faults', { fault, for: setting })),
    act: async (citizen, action) => void (await order('citizens', { citizen, action })),
    readdress: async (citizen, email) => void (await order('citizens', { citizen, email })),
    lastRequest: async () => (await requestsAfter(0)).at(-1)?.number ?? 0,
    requestsAfter,
  }
}
