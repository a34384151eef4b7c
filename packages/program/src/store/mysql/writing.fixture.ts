import mysql from 'mysql2/promise'
import { signInWithoutPause } from '../sign-in-without-pause.fixture.ts'
import { mysqlStore } from './index.ts'

// With `inside`, it stops inside the transaction of that number.
const [options = '{}', inside = ''] = process.argv.slice(2)
const store = mysqlStore(mysql.createPool(JSON.parse(options)))
await store.migrate()
await signInWithoutPause(store, async (n) => {
  if (n !== Number(inside)) return
  process.stdout.write('inside\n')
  await new Promise((resolve) => void setTimeout(resolve, 600_000))
})
