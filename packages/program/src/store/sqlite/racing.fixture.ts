import { raceForEverything } from '../racing.fixture.ts'
import { openDatabase, sqliteStore } from './index.ts'

const [file = '', place = '', rounds = ''] = process.argv.slice(2)
const database = openDatabase(file, { busyTimeoutMs: 120_000 })
await raceForEverything(sqliteStore(database), place, Number(rounds))
await database.close()
process.stdin.destroy()
