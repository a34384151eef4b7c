import { constants, getPriority, setPriority } from 'node:os'
import { serveParent, tellParent } from '../platform/child/serve-parent.ts'
import type { Argon2 } from './argon2.ts'
import type { Begun, Told, Work } from './hashing-messages.ts'

/**
 * Programs, which ask about tokens, go before whoever signs in. Beside a core that is always busy, ten steps leave a tenth of it to
 * passwords. At the lowest priority a hash would take seconds there (docs/decisions/0107-passwords-are-hashed-in-a-process-of-their-own.md).
 */
const STEPS_LOWER = 10

/** What a process that hashes computes. Where it hashes nothing, it only compares. */
export type Computes = Pick<Argon2, 'verify'> & Partial<Argon2>

/** Makes this process one that hashes. Passwords reach it by the channel to its parent alone. */
export function serveHashing(computes: Computes): void {
  serveParent<Work, Told>({ answer: (work) => compute(computes, work) })
  // Before the first hash, which no message has brought yet: a thread has the priority of the thread that starts it.
  const begun: Begun = { notLowered: lowerPriority(), bytes: process.memoryUsage.rss() }
  tellParent(begun)
}

async function compute(computes: Computes, { hash, password }: Work): Promise<Told> {
  const value = await (hash === undefined
    ? hashOf(computes, password)
    : compare(computes, hash, password)
  ).catch(() => ({}))
  return { ...value, bytes: process.memoryUsage.rss() }
}

async function hashOf({ hash }: Computes, password: string): Promise<Pick<Told, 'hash'>> {
  const hashed = await hash?.(password)
  return hashed?.ok ? { hash: hashed.value } : {}
}

async function compare({ verify }: Computes, hash: string, password: string): Promise<Pick<Told, 'isRight'>> {
  const compared = await verify(hash, password)
  return compared.ok ? { isRight: compared.value } : {}
}

function lowerPriority(): string | undefined {
  try {
    setPriority(Math.min(getPriority() + STEPS_LOWER, constants.priority.PRIORITY_LOW))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}
