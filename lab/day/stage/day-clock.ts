import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerPlace, withClient } from '../../../journeys/kit/postgres-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { type Clock, unixMilliseconds, unixSeconds } from '../../../packages/identity/src/platform/clock.ts'
import type { LabDatabase } from '../../kit/postgres.ts'

const HOUR_MILLISECONDS = 3_600_000
const HOURS = 24
const PRELOAD = new URL('../../kit/shifted-clock.mjs', import.meta.url).href

/** What the clock needs: a folder for what processes read, and the database, whose clock it shifts, too. */
export interface DayClockNeeds {
  readonly folder: string
  readonly server: ServerPlace
  readonly database: Pick<LabDatabase, 'name' | 'db'>
}

/** The clock of the day: it began 24 hours ago, and its end is now. */
export type DayClock = Awaited<ReturnType<typeof openDayClock>>

/**
 * Makes the clock. It stands 24 hours behind the machine, and only goes forward: with the machine, and by jumps. Processes follow it that
 * run with its environment, and so does the database, on connections that are opened from now on.
 */
export async function openDayClock({ folder, server, database }: DayClockNeeds) {
  const file = join(folder, 'ahead')
  const begin = Date.now() - HOURS * HOUR_MILLISECONDS
  let ahead = -HOURS * HOUR_MILLISECONDS
  writeFileSync(file, String(ahead))
  await withClient(server, database.name, (client) => client.query(shiftedDatabase(database.name, ahead)))
  const nowMilliseconds = () => unixMilliseconds(Date.now() + ahead)
  const clock: Clock = { nowMilliseconds, now: () => unixSeconds(nowMilliseconds() / 1000) }
  const shiftTo = async (milliseconds: number) => {
    if (milliseconds < ahead) throw new Error('The day does not go back')
    ahead = milliseconds
    writeFileSync(file, String(ahead))
    await database.db.query`update day_clock.shift set ahead = ${ahead} * interval '1 millisecond'`
    for (const pid of followers(folder, file)) process.kill(pid, 'SIGUSR2')
    const lag = () => followers(folder, file).filter((pid) => acknowledged(file, pid) !== ahead)
    await until('the processes have the new time', () => lag().length === 0 || undefined)
  }
  return {
    ...clock,
    /** For the environment of a process that follows. */
    environment: { NODE_OPTIONS: `--import ${PRELOAD}`, LAB_CLOCK_FILE: file },
    /** Goes to the beginning of an hour. Stays where it is later already. */
    toHour: (hour: number) => shiftTo(Math.max(ahead, begin + hour * HOUR_MILLISECONDS - Date.now())),
    /** Goes to the end of the day: the machine's own time. Connections that are opened from now on have PostgreSQL's own clock. */
    async toEnd() {
      await shiftTo(0)
      const statement = `alter database ${database.name} reset search_path`
      await withClient(server, database.name, (client) => client.query(statement))
    },
    /** As a clock on the wall shows it: `07:05`, counted from the beginning of the day. */
    shown() {
      const minutes = Math.floor((nowMilliseconds() - begin) / 60_000)
      return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    },
  }
}

/**
 * Functions of the same names stand before PostgreSQL's own on the search path of the database, so statements that ask for its clock get
 * the one of the day.
 */
const shiftedDatabase = (name: string, ahead: number) => `
  create schema day_clock;
  create table day_clock.shift (ahead interval not null);
  insert into day_clock.shift (ahead) values (interval '${ahead} milliseconds');
  create function public.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + ahead from day_clock.shift';
  create function public.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + ahead from day_clock.shift';
  alter database ${name} set search_path = public, pg_catalog;`

/** The living processes that have acknowledged a time of this clock. */
function followers(folder: string, file: string): readonly number[] {
  const pids = readdirSync(folder).flatMap((name) => /^ahead\.(\d+)$/.exec(name)?.[1] ?? [])
  return pids.map(Number).filter((pid) => follows(pid, file))
}

function follows(pid: number, file: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(file)
  } catch {
    return false
  }
}

function acknowledged(file: string, pid: number): number {
  return Number(readFileSync(`${file}.${pid}`, 'utf8'))
}
