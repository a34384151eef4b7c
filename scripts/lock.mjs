// A lock between launches: a file with the pid of its owner. The lock of an ended process is removed.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { say, Trouble } from './say.mjs'

const POLL_MILLISECONDS = 200

/** Runs `work` while no other launch holds the lock `path`. */
export async function withLock(path, what, work) {
  prepareFolder(dirname(path))
  for (let attempt = 0; !take(path); attempt += 1) {
    if (attempt === 5)
      say(
        `waiting for another launch that is ${what} (process ${owner(path)}; if that is something else, delete ${path})`,
      )
    await wait(POLL_MILLISECONDS)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

function prepareFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new Trouble(
      `Cannot write to ${folder} (${error.code}): give this user write permission there, or run from a copy of the repository that it owns.`,
    )
  }
}

/** The pid is written before the lock appears (link), so no process reads an empty lock. */
function take(path) {
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    breakIfStale(path)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Moves the lock of an ended process away. Puts it back if another launch has the lock by now. */
function breakIfStale(path) {
  const pid = owner(path)
  if (pid === undefined || isAlive(pid)) return
  const grave = `${path}.stale.${process.pid}`
  try {
    renameSync(path, grave)
    if (Number(readFileSync(grave, 'utf8')) !== pid) linkSync(grave, path)
  } catch {
    // Another launch was faster. The next attempt reads its lock.
  }
  rmSync(grave, { force: true })
}

function owner(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Whether a process is a zombie: it has ended, and its parent has not read the exit code. */
function isZombie(pid) {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
