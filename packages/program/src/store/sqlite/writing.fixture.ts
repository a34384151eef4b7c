import { handoffSample, pendingSample, sessionSample } from '../../testing/conformance-samples.ts'
import { openDatabase, sqliteStore } from './index.ts'

// Signs citizens in without a pause, and prints the number of each finished sign-in. With `inside`, it stops inside the
// transaction of that number. Then the parent kills it.
const [file = '', inside = ''] = process.argv.slice(2)
const store = sqliteStore(openDatabase(file, { transactionTimeoutMs: 600_000 }))
await store.migrate()
for (let n = 1; ; n += 1) {
  await store.createPending(pendingSample({ stateHash: `p${n}` }))
  await store.consumePending(`p${n}`, new Date(0))
  await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
  const claim = { codeHash: `c${n}`, challenge: 'challenge', now: new Date(0), maxFailures: 5 }
  await store.consumeHandoff(claim, async (handoff, tx) => {
    const row = { issuer: handoff.issuer, subject: `s${n}`, accountId: `a${n}` }
    await store.insertIdentity({ ...row, via: 'provisioned', linkedAt: new Date(0) }, tx)
    if (n === Number(inside)) {
      process.stdout.write('inside\n')
      await new Promise((resolve) => void setTimeout(resolve, 600_000))
    }
    return { session: sessionSample(n, row), endOtherSessions: false }
  })
  process.stdout.write(`${n}\n`)
}
