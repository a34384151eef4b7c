import type { Clock } from '../platform/index.ts'

/**
 * What one address may cost the others: each code that is brought to the callback is a request to the identity service,
 * and their number in a minute is limited. Counted in this process, as the budget is that it protects.
 */
export interface CodeAllowance {
  /** Counts a code of this address, and gives null; or gives the seconds until it may bring another one. */
  reserve(address: string): number | null
  /** Counts one less: nobody was asked about it. */
  release(address: string): void
  /** Takes no code of this address for so long: it brought too many that were none. */
  close(address: string, seconds: number): void
}

const MINUTE_MS = 60_000

interface Memory {
  readonly perMinute: number
  readonly spentAt: Map<string, number[]>
  readonly closed: Map<string, { readonly sinceMs: number; readonly untilMs: number }>
}

/** Makes an allowance of so many codes a minute for each address; an IPv6 site of 48 bits has one together. */
export function createCodeAllowance(clock: Clock, perMinute: number): CodeAllowance {
  const memory: Memory = { perMinute, spentAt: new Map(), closed: new Map() }
  const nowMs = () => clock.now().getTime()
  return {
    reserve(address) {
      const now = nowMs()
      const wait = waitSeconds(memory, address, now)
      if (wait !== null) return wait
      forget(memory, now)
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

/** A clock that goes back closes nothing for longer. */
function closedMsOf({ closed }: Memory, address: string, now: number): number {
  const { sinceMs, untilMs } = closed.get(address) ?? { sinceMs: now, untilMs: now }
  return now >= sinceMs ? untilMs - now : 0
}

function recent({ spentAt }: Memory, site: string, now: number): number[] {
  return (spentAt.get(site) ?? []).filter((at) => at > now - MINUTE_MS && at <= now)
}

function forget(memory: Memory, now: number): void {
  for (const site of memory.spentAt.keys())
    if (recent(memory, site, now).length === 0) memory.spentAt.delete(site)
  for (const address of memory.closed.keys())
    if (closedMsOf(memory, address, now) <= 0) memory.closed.delete(address)
}

/** Whoever has one IPv6 network of 64 bits mostly has a /48 of them (RFC 6177 section 2). */
function siteOf(address: string): string {
  const [, site] = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(address) ?? []
  return site === undefined ? address : `${site}::/48`
}
