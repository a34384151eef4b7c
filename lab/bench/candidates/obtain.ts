import { connectTo } from '../../kit/http/connection.ts'
import type { CheckedRequest } from '../../kit/http/request.ts'
import type { HttpResponse } from '../../kit/http/response.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import {
  authorizeRequest,
  codeIn,
  codeRequest,
  type Person,
  type Provider,
  type Tokens,
  tokensIn,
} from '../../kit/oauth-requests.ts'

const CONNECTIONS = 16

/** Sends a request to a port; throws where the response is not as it must be. */
export type Send = (port: number, request: CheckedRequest) => Promise<HttpResponse>

/** Does the same for each item, so many at a time, each on connections of its own. */
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

function newSender(): { readonly send: Send; close(): void } {
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

/** Tokens, and whose they are. */
export interface PersonTokens {
  readonly subject: string
  readonly tokens: Tokens
}

/** Obtains so many codes, going round the people. */
export function obtainCodes(
  provider: Provider,
  people: readonly Person[],
  count: number,
): Promise<readonly string[]> {
  return forEach(round(people, count), (send, person) => obtainCode(send, provider, person))
}

/** Obtains tokens so many times, each by a code of its own. */
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

/** So many items, going round those that there are. */
export function round<Item>(items: readonly Item[], count: number): readonly Item[] {
  return Array.from({ length: count }, (_, index) => items[index % items.length] as Item)
}
