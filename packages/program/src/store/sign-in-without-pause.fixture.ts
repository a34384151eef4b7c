import { handoffSample, pendingSample, sessionSample } from '../testing/conformance-samples.ts'
import type { SsoStore } from './index.ts'

/**
 * Signs citizens in without a pause, and prints the number of each finished sign-in. Then the parent kills the process.
 * `amid` runs inside the transaction of each number.
 */
export async function signInWithoutPause<Tx>(
  store: SsoStore<Tx>,
  amid: (n: number) => Promise<void> = async () => undefined,
): Promise<never> {
  for (let n = 1; ; n += 1) {
    await store.createPending(pendingSample({ stateHash: `p${n}` }))
    await store.consumePending(`p${n}`, new Date(0), 'by-first')
    await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
    const claim = { codeHash: `c${n}`, challenge: 'challenge', now: new Date(0), maxFailures: 5 }
    await store.consumeHandoff(claim, async (handoff, tx) => {
      const row = { issuer: handoff.issuer, subject: `s${n}`, accountId: `a${n}` }
      await store.insertIdentity({ ...row, via: 'provisioned', linkedAt: new Date(0) }, tx)
      await amid(n)
      return { session: sessionSample(n, row), endOtherSessions: false }
    })
    process.stdout.write(`${n}\n`)
  }
}
