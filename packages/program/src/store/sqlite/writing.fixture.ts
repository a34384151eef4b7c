import { signInWithoutPause } from '../sign-in-without-pause.fixture.ts'
import { openDatabase, sqliteStore } from './index.ts'

// With `inside`, it stops inside the transaction of that number.
const [file = '', inside = ''] = process.argv.slice(2)
const store = sqliteStore(openDatabase(file, { transactionTimeoutMs: 600_000 }))
await store.migrate()
await signInWithoutPause(store, async (n) => {
  if (n !== Number(inside)) return
  process.stdout.write('inside\n')
  await new Promise((resolve) => void setTimeout(resolve, 600_000))
})
