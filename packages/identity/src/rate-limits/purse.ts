import type { Awaitable } from '../platform/awaitable.ts'
import type { UnixMilliseconds } from '../platform/clock.ts'
import { enterWindow, hasEnded, newHolding, spendHeld } from './holding.ts'
import type { Take, Taken } from './take.ts'

/** Whether a request may go on. */
export type LimitAnswer =
  | { readonly allowed: true }
  /** `retryAfterSeconds`: until the window ends, at least 1. */
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** What a purse is for. */
export interface PurseNeeds {
  readonly take: Take
  readonly now: () => UnixMilliseconds
  readonly counter: string
  readonly windowMilliseconds: number
  /** Whether it may hold some for requests to come. */
  readonly takesAhead: boolean
}

/** One key's allowance, as far as this process has it. */
export interface Purse {
  /** Spends one, or says that there is none; the shared counter is asked only when nothing is held. */
  spend(allowance: number): Awaitable<LimitAnswer>
  /** Whether nothing in it matters any more, so that it may be forgotten. */
  isOver(now: UnixMilliseconds): boolean
}

interface Waiting {
  readonly resolve: (answer: LimitAnswer) => void
  readonly reject: (error: unknown) => void
}

const ALLOWED: LimitAnswer = { allowed: true }

/** Makes an empty purse. Requests that come while it is being filled wait and share what it brings. */
export function createPurse(needs: PurseNeeds): Purse {
  const { now, windowMilliseconds, takesAhead } = needs
  const holding = newHolding()
  const waiting: Waiting[] = []
  let isFilling = false

  const refusal = (): LimitAnswer => {
    const seconds = Math.ceil((holding.endsAtMilliseconds - now()) / 1000)
    return { allowed: false, retryAfterSeconds: Math.max(1, seconds) }
  }
  const serve = ({ taken, endsAtMilliseconds }: Taken, demand: number, allowance: number) => {
    enterWindow(holding, endsAtMilliseconds)
    holding.held = taken
    for (const { resolve } of waiting.splice(0, taken)) {
      spendHeld(holding)
      resolve(ALLOWED)
    }
    if (taken >= demand) return
    holding.exhausted = allowance
    for (const { resolve } of waiting.splice(0)) resolve(refusal())
  }
  const takeMore = async (allowance: number) => {
    const demand = waiting.length
    const ahead = takesAhead ? holding.spentHere : 0
    serve(await needs.take({ ...needs, nowMilliseconds: now(), allowance, demand, ahead }), demand, allowance)
  }
  const fill = async (allowance: number) => {
    isFilling = true
    try {
      while (waiting.length > 0) await takeMore(allowance)
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      isFilling = false
    }
  }
  return {
    spend: (allowance) => {
      if (hasEnded(holding, now(), windowMilliseconds)) enterWindow(holding, 0)
      if (spendHeld(holding)) return ALLOWED
      if (allowance <= holding.exhausted) return refusal()
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (!isFilling) void fill(allowance)
      })
    },
    isOver: (at) =>
      !isFilling && (hasEnded(holding, at, windowMilliseconds) || (!takesAhead && holding.exhausted === 0)),
  }
}
