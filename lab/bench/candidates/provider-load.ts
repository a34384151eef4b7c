import { connectTo, sendOnce } from '../../../journeys/kit/http/connection.ts'
import type { CheckedRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import {
  authorizeRequest,
  codeIn,
  codeRequest,
  introspectionRequest,
  type Person,
  type Provider,
  revocationRequest,
  type Tokens,
  tokensIn,
  userinfoRequest,
} from '../../../journeys/kit/oauth-requests.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import type { Load } from '../../kit/load/plan.ts'
import type { LoadWanted } from './candidate.ts'

/** Active tokens that a slice of reads uses in turn. */
const TOKENS = 512

/** Prepares the requests that every OpenID provider answers. */
export async function providerLoad(
  provider: Provider,
  people: readonly Person[],
  { operation, connections, amount }: LoadWanted,
): Promise<Load> {
  switch (operation) {
    case 'introspection':
    case 'userinfo': {
      const request = operation === 'userinfo' ? userinfoRequest : introspectionRequest
      const living = await obtainTokens(provider, people, TOKENS)
      return {
        kind: 'cycle',
        requests: living.map(({ subject, tokens }) => request(provider, tokens.access_token, subject)),
      }
    }
    case 'authorize':
      return { kind: 'cycle', requests: people.map((person) => authorizeRequest(provider, person)) }
    case 'code-exchange': {
      const codes = await obtainCodes(provider, people, amount)
      return { kind: 'once', requests: codes.map((code) => codeRequest(provider, { code })) }
    }
    case 'refresh': {
      const living = await obtainTokens(provider, people, connections)
      const refreshTokens = living.map(({ tokens }) => tokens.refresh_token)
      return { kind: 'chain', client: provider, refreshTokens }
    }
    case 'sign-in':
    case 'registration':
    case 'guarded-route':
      throw new Error(`${operation} is every provider's own`)
  }
}

/** Obtains this many tokens, and returns a check of the revocation of each, to run later. */
export async function prepareRevocations(
  provider: Provider,
  people: readonly Person[],
  count: number,
): Promise<readonly (() => Promise<void>)[]> {
  const obtained = await obtainTokens(provider, people, count)
  return obtained.map(
    ({ tokens }) =>
      () =>
        checkRevocation(provider, tokens.access_token),
  )
}

/** Checks that a token is active twice, and inactive at the next call after its revocation. Throws if it is not. */
async function checkRevocation(provider: Provider, accessToken: string): Promise<void> {
  const expectActive = async (expected: boolean) => {
    const response = await sendOnce(provider.port, introspectionRequest(provider, accessToken))
    if (response.json<{ active: unknown }>().active !== expected)
      throw new Error(`A token should have been ${expected ? 'active' : 'inactive'} and was not`)
  }
  await expectActive(true)
  await expectActive(true)
  const { status } = await sendOnce(provider.port, revocationRequest(provider, accessToken))
  if (status !== 200) throw new Error(`The revocation was answered ${status}`)
  await expectActive(false)
}

const CONNECTIONS = 16

/** Sends a request to a port. Throws if the response is wrong. */
export type Send = (port: number, request: CheckedRequest) => Promise<HttpResponse>

/** Does the same for each item, this many at a time, each on its own connections. */
export async function forEach<Item, Value>(
  items: readonly Item[],
  work: (send: Send, item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const senders = Array.from({ length: CONNECTIONS }, newSender)
  const all = inParallel(items, CONNECTIONS, (item, index, worker) =>
    work((senders[worker] ?? newSender()).send, item),
  )
  return all.finally(() => {
    for (const { close } of senders) close()
  })
}

export function newSender(): { readonly send: Send; close(): void } {
  const connections = new Map<number, ReturnType<typeof connectTo>>()
  return {
    async send(port, request) {
      const connection = connections.get(port) ?? connectTo(port)
      connections.set(port, connection)
      const response = await (await connection).send(request)
      if (response.status === request.status && response.holds(request.contains)) return response
      throw new Error(`A preparation was answered wrongly: ${response.head}${response.body.slice(0, 600)}`)
    },
    close() {
      for (const connection of connections.values()) void connection.then(({ close }) => close())
    },
  }
}

/** Tokens, with their citizens. */
export interface PersonTokens {
  readonly subject: string
  readonly tokens: Tokens
}

/** Obtains this many codes, from the citizens in turn. */
function obtainCodes(
  provider: Provider,
  people: readonly Person[],
  count: number,
): Promise<readonly string[]> {
  return forEach(round(people, count), (send, person) => obtainCode(send, provider, person))
}

/** Obtains tokens this many times, each with its own code. */
export function obtainTokens(
  provider: Provider,
  people: readonly Person[],
  count: number,
): Promise<readonly PersonTokens[]> {
  return forEach(round(people, count), async (send, person) => {
    const code = await obtainCode(send, provider, person)
    const tokens = tokensIn(await send(provider.port, codeRequest(provider, { code })))
    if (!tokens) throw new Error('The token endpoint gave no refresh token')
    return { subject: person.subject, tokens }
  })
}

async function obtainCode(send: Send, provider: Provider, person: Person): Promise<string> {
  return codeIn(await send(provider.port, authorizeRequest(provider, person))) ?? ''
}

/** This many items, from the given ones in turn. */
export function round<Item>(items: readonly Item[], count: number): readonly Item[] {
  return Array.from({ length: count }, (_, index) => items[index % items.length] as Item)
}
