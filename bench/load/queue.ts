import type { Shots } from './plan.ts'

/** What a connection sends next, and what has to come back. */
export interface Next {
  readonly request: string
  readonly status: number
  readonly contains: string
  /** The place of the request in its plan. */
  readonly place: number
}

/** Hands out requests. */
export interface Queue {
  /** The next request; nothing when there is no more. */
  next(): Next | undefined
  /** Tells what came back. */
  answered(text: string): void
}

const REFRESH_TOKEN = /"refresh_token":"([^"]+)"/

/** Hands out the requests of a plan. */
export function queueOf(load: Shots): Queue {
  return load.kind === 'chain' ? chains(load.firstTokens, load.head) : list(load)
}

function list({ kind, shots }: Extract<Shots, { kind: 'cycle' | 'once' }>): Queue {
  let sent = 0
  return {
    next: () => {
      const place = kind === 'cycle' ? sent % shots.length : sent
      const shot = shots[place]
      sent += 1
      return shot && { ...shot, place }
    },
    answered: () => undefined,
  }
}

/** Tokens wait in a line: whoever is free spends the first, and what it is answered goes to the end. */
function chains(firstTokens: readonly string[], head: string): Queue {
  const tokens = [...firstTokens]
  let spent = 0
  return {
    next: () => {
      const token = tokens[spent]
      if (token === undefined) return undefined
      spent += 1
      const body = `grant_type=refresh_token&refresh_token=${token}`
      const request = `${head}content-length: ${body.length}\r\n\r\n${body}`
      return { request, status: 200, contains: '"access_token":"', place: spent - 1 }
    },
    answered: (text) => {
      const token = REFRESH_TOKEN.exec(text)?.[1]
      if (token !== undefined) tokens.push(token)
    },
  }
}
