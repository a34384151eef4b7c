import mysql from 'mysql2/promise'
import { raceForEverything } from '../racing.fixture.ts'
import { mysqlStore } from './index.ts'

const [options = '{}', place = '', rounds = ''] = process.argv.slice(2)
const pool = mysql.createPool(JSON.parse(options))
await raceForEverything(mysqlStore(pool), place, Number(rounds))
await pool.end()
process.stdin.destroy()
