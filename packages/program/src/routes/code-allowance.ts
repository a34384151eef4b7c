import type { Clock } from '../platform/index.ts'

/**
 * Limits the codes that one address may bring to the callback per minute. Each code costs a request to the identity
 * service, and all addresses share the budget for them. The budget belongs to this process, so the limit does, too.
 */
export interface CodeAllowance {
  /** Counts a code of this address and returns null, or returns the seconds that the address must wait. */
  reserve(address: string): number | null
  /** Takes the last count of this address back, because no request was sent. */
  release(address: string): void
  /** Refuses all codes of this address for this time, because too many were invalid. */
  close(address: string, seconds: number): void
}

const MINUTE_MS = 60_000

interface Memory {
  readonly perMinute: number
  readonly spentAt: Map<string, number[]>
  readonly closed: Map<string, { readonly sinceMs: number; readonly untilMs: number }>
}

/** Makes an allowance per address. The addresses of one IPv6 /48 share one. */
export function createCodeAllowance(clock: Clock, perMinute: number): CodeAllowance {
  const memory: Memory = { perMinute, spentAt: new Map(), closed: new Map() }
  const nowMs = () => clock.now().getTime()
  return {
    reserve(address) {
      const now = nowMs()
      const wait = waitSeconds(memory, address, now)
      if (wait !== null) return wait
      removeOld(memory, now)
      memory.spentAt.set(siteOf(address), [...recent(memory, siteOf(address), now), now])
      return null
    },
    release: (address) => void memory.spentAt.get(siteOf(address))?.pop(),
    close(address, seconds) {
      const sinceMs = nowMs()
      memory.closed.set(address, { sinceMs, untilMs: sinceMs + seconds * 1000 })
    },
  }
}

function waitSeconds(memory: Memory, address: string, now: number): number | null {
  const closedMs = closedMsOf(memory, address, now)
  if (closedMs > 0) return Math.ceil(closedMs / 1000)
  const spent = recent(memory, siteOf(address), now)
  const [oldest = now] = spent
  return spent.length < memory.perMinute ? null : Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000))
}

/** If the clock was set back, an address is no longer refused. */
function closedMsOf({ closed }: Memory, address: string, now: number): number {
  const { sinceMs, untilMs } = closed.get(address) ?? { sinceMs: now, untilMs: now }
  return now >= sinceMs ? untilMs - now : 0
}

function recent({ spentAt }: Memory, site: string, now: number): number[] {
  return (spentAt.get(site) ?? []).filter((at) => at > now - MINUTE_MS && at <= now)
}

function removeOld(memory: Memory, now: number): void {
  for (const site of memory.spentAt.keys())
    if (recent(memory, site, now).length === 0) memory.spentAt.delete(site)
  for (const address of memory.closed.keys())
    if (closedMsOf(memory, address, now) <= 0) memory.closed.delete(address)
}

/** A site usually has a whole IPv6 /48 (RFC 6177 section 2). */
function siteOf(address: string): string {
  const [, site] = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(address) ?? []
  return site === undefined ? address : `${site}::/48`
}
