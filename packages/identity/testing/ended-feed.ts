import type { TestClient } from './people.ts'

/** What an answer of the feed has in it. */
export interface FeedAnswer {
  readonly cursor: string
  readonly since: string | null
  readonly check_all: boolean
  readonly ended: readonly { readonly sub: string; readonly sid?: string }[]
  readonly waited_ms: number
}

/** A program that listens: it remembers its cursor, and what it was told. */
export interface Listener {
  readonly heard: Set<string>
  readonly answers: FeedAnswer[]
  /** Asks once, from the last cursor. */
  next(): Promise<FeedAnswer>
  /** Asks until this subject was named, and returns how it was named. */
  until(subject: string): Promise<{ readonly sub: string; readonly sid?: string }>
}

/** Asks the feed once. */
export async function askFeed(
  baseUrl: string,
  client: Pick<TestClient, 'basic'>,
  since?: string,
  signal?: AbortSignal,
): Promise<{ readonly status: number; readonly body: FeedAnswer; readonly headers: Headers }> {
  const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`
  const answer = await fetch(`${baseUrl}/api/integrations/ended/${query}`, {
    headers: { authorization: client.basic },
    signal: signal ?? null,
  })
  return { status: answer.status, body: (await answer.json()) as FeedAnswer, headers: answer.headers }
}

/** Begins to listen now. Each further question goes to the next of these addresses. */
export async function listenAt(
  baseUrls: readonly string[],
  client: Pick<TestClient, 'basic'>,
): Promise<Listener> {
  const heard = new Set<string>()
  const answers: FeedAnswer[] = []
  let cursor: string | undefined
  let turn = 0
  const next = async () => {
    turn += 1
    const { status, body } = await askFeed(baseUrls[turn % baseUrls.length] ?? '', client, cursor)
    if (status !== 200) throw new Error(`The feed answered ${status} ${JSON.stringify(body)}`)
    cursor = body.cursor
    answers.push(body)
    for (const { sub } of body.ended) heard.add(sub)
    return body
  }
  await next()
  return {
    heard,
    answers,
    next,
    async until(subject) {
      for (;;) {
        const { ended, check_all } = await next()
        if (check_all) throw new Error('The feed says: check everything')
        const found = ended.find(({ sub }) => sub === subject)
        if (found) return found
      }
    },
  }
}
