import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { processIdentity, readOptional } from './processes.ts'
import { errorCode } from './trouble.ts'

const POLL_MILLISECONDS = 20
let attempts = 0

/**
 * Does the work while no other process does. The lock is a file with the name of its owner; a lock whose owner has
 * ended is removed. It serialises starts and stops. PostgreSQL's own lock prevents two servers on one cluster.
 */
export async function withLock<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  while (!tryLock(path)) await wait(POLL_MILLISECONDS)
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** The name is written before the lock file appears, so nobody reads an empty one. */
function tryLock(path: string): boolean {
  attempts += 1
  const mine = `${path}.${process.pid}.${attempts}`
  writeFileSync(mine, processIdentity(process.pid) ?? String(process.pid))
  try {
    linkSync(mine, path)
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    breakIfStale(path, `${mine}.stale`)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Moves the lock of an ended owner away. Puts it back if another process had replaced it meanwhile. */
function breakIfStale(path: string, aside: string): void {
  const owner = readOptional(path)
  if (owner === undefined || processIdentity(Number.parseInt(owner, 10)) === owner) return
  try {
    renameSync(path, aside)
    if (readOptional(aside) !== owner) linkSync(aside, path)
  } catch {
    // Another process was faster. The next attempt reads its lock.
  } finally {
    rmSync(aside, { force: true })
  }
}
