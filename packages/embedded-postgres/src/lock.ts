import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { processIdentity, readOptional } from './processes.ts'
import { errorCode } from './trouble.ts'

const POLL_MILLISECONDS = 20
let attempts = 0

/**
 * Does the work while no other process does: the lock is a file that names its owner, and a dead owner's lock is
 * broken. It keeps starts and stops apart; PostgreSQL's own lock is what keeps two servers off one cluster.
 */
export async function withLock<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  while (!tryLock(path)) await wait(POLL_MILLISECONDS)
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** The name is written before the lock appears, so that nobody ever reads an empty one. */
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

/** Moves a dead owner's lock away, and puts it back if somebody else had done so and locked anew meanwhile. */
function breakIfStale(path: string, aside: string): void {
  const owner = readOptional(path)
  if (owner === undefined || processIdentity(Number.parseInt(owner, 10)) === owner) return
  try {
    renameSync(path, aside)
    if (readOptional(aside) !== owner) linkSync(aside, path)
  } catch {
    // Somebody else was faster; the next attempt sees what there is then.
  } finally {
    rmSync(aside, { force: true })
  }
}
