import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { poolThreads } from '../config.ts'
import { createPasswordHasher } from './hasher.ts'
import { hashingPlaces } from './hashing-places.ts'
import { openHashingProcess } from './open-hashing-process.ts'

const MAKE_PIPES = 'mkfifo'

test.each([
  [1, 4, 1],
  [2, 4, 2],
  [3, 4, 3],
  [4, 4, 4],
  [64, 4, 4],
  [64, 16, 16],
  [8, 1024, 8],
  [8, 2, 2],
  [8, 1, 1],
  [0, 4, 1],
])('%i cores and %i threads: %i at once', (cores, threads, places) => {
  expect(hashingPlaces({ cores, threads })).toBe(places)
})

test.each([
  [undefined, 4],
  ['16', 16],
  [' 8', 8],
  ['12 threads', 12],
  ['0', 1],
  ['', 1],
  ['many', 1],
  ['9999', 1024],
  ['-1', 1024],
])('UV_THREADPOOL_SIZE %j is %i threads, as libuv reads it', (variable, threads) => {
  expect(poolThreads(variable)).toBe(threads)
})

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signInPool = () => promisify(sign)('RSA-SHA256', Buffer.from('claims'), keys.privateKey)
const threads = poolThreads(process.env['UV_THREADPOOL_SIZE'])

/** Work that holds a thread of the pool until it is let go: opening a pipe to read waits for somebody who writes. */
function threadHolders(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pool-'))
  const pipes = Array.from({ length: count }, (_, at) => join(folder, `pipe-${at}`))
  execFileSync(MAKE_PIPES, pipes)
  return {
    hold: pipes.map((pipe) => async () => (await open(pipe, 'r')).close()),
    letGo(): void {
      for (const pipe of pipes) closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK))
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

describe.skipIf(process.platform === 'win32')('beside the threads of this process', () => {
  const quiet = () => undefined
  const argon2 = openHashingProcess({ log: { info: quiet, warn: quiet, error: quiet }, places: 2 })
  afterAll(() => argon2.close())
  const hasher = createPasswordHasher({ concurrency: 2, maxWaiting: 64, argon2 })

  test('passwords are hashed while each thread is held by other work', async () => {
    const holders = threadHolders(threads)
    const held = holders.hold.map((hold) => hold())
    expect(await hasher.hash('seven green horses')).toMatchObject({ ok: true })
    const letting = setInterval(() => holders.letGo(), 5)
    await Promise.all(held)
    clearInterval(letting)
    holders.remove()
  })

  // proves: threat-hashing-flood
  test('while passwords wait by the dozen, ID tokens are signed', async () => {
    let hashed = 0
    const flood = Array.from({ length: 40 }, () =>
      hasher.hash('seven green horses').then(() => (hashed += 1)),
    )
    await signInPool()
    expect(hashed).toBeLessThan(20)
    await Promise.all(flood)
  })
})
