import { mixedQueue } from './mix/mixed-queue.ts'
import type { Queue } from './next.ts'
import type { Shots } from './plan.ts'
import { refreshShot, refreshTokenOf } from './refresh-shot.ts'

/** Hands out the requests of a plan. */
export function queueOf(load: Shots): Queue {
  switch (load.kind) {
    case 'chain':
      return chains(load.firstTokens, load.head)
    case 'mixed':
      return mixedQueue(load)
    case 'cycle':
    case 'once':
      return list(load)
  }
}

function list({ kind, shots }: Extract<Shots, { kind: 'cycle' | 'once' }>): Queue {
  const all = shots.map((shot, place) => ({ ...shot, place }))
  let sent = 0
  return {
    next: () => {
      const place = kind === 'cycle' ? sent % all.length : sent
      sent += 1
      return all[place]
    },
  }
}

/** Tokens wait in a line: whoever is free spends the first, and what it is answered goes to the end. */
function chains(firstTokens: readonly string[], head: string): Queue {
  const tokens = [...firstTokens]
  let spent = 0
  const onAnswer = (text: string) => {
    const token = refreshTokenOf(text)
    if (token !== undefined) tokens.push(token)
  }
  return {
    next: () => {
      const token = tokens[spent]
      if (token === undefined) return undefined
      spent += 1
      return { ...refreshShot(head, token), place: spent - 1, onAnswer }
    },
  }
}
