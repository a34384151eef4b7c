import { once } from 'node:events'
import { at, claimSample, sessionSample } from '../testing/conformance-samples.ts'
import type { SsoStore } from './index.ts'

/**
 * One of several processes on one store. Each tries to use every code, rotate every token and get every lease, and prints
 * what it got: an array of kinds for each number. It starts when the parent writes something.
 */
export async function raceForEverything<Tx>(
  store: SsoStore<Tx>,
  place: string,
  rounds: number,
): Promise<void> {
  await store.migrate()
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
  for (let n = 0; n < rounds; n += 1) {
    const pending = await store.consumePending(`p${n}`, at(1), 'by-first')
    const handoff = await store.consumeHandoff(claimSample({ codeHash: `c${n}` }), async (found, tx) => {
      const accountId = `a${n}-${place}`
      const link = {
        issuer: found.issuer,
        subject: `s${n}`,
        accountId,
        via: 'provisioned',
        linkedAt: at(1),
      } as const
      if ((await store.insertIdentity(link, tx)) !== 'inserted') return { conflict: true }
      await new Promise((resolve) => void setImmediate(resolve))
      return { session: sessionSample(n * 10 + Number(place), { accountId }), endOtherSessions: false }
    })
    const leased = await store.claimCentral({
      sessionId: sessionSample(100_000 + n).id,
      staleMs: 1,
      leaseMs: 1e9,
    })
    const rotated = await store.rotateRefresh({
      refreshHash: `refresh-${100_000 + n}`,
      rotationIdHash: 'one app',
      retryWindowMs: 60_000,
      now: at(1000),
      next: {
        accessHash: `access-${n}-${place}`,
        accessExpiresAt: at(900_000),
        refreshHash: `next-${n}-${place}`,
      },
    })
    process.stdout.write(
      `${JSON.stringify([n, pending.kind, handoff.kind, leased.kind, rotated.kind, await store.claimHousekeeping(at(n * 1000), 500)])}\n`,
    )
  }
}
