import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { poolThreads } from '../config.ts'
import { hashQueue } from './hash-queue.ts'
import { createPasswordHasher } from './hasher.ts'
import { hashingPlaces } from './hashing-places.ts'

const MANY_CORES = 64
const MAKE_PIPES = 'mkfifo'

test.each([
  [1, 4, 1],
  [2, 4, 2],
  [3, 4, 3],
  [4, 4, 3],
  [64, 4, 3],
  [64, 16, 15],
  [8, 1024, 8],
  [8, 2, 1],
])('%i cores and %i threads: %i at once', (cores, threads, places) => {
  expect(hashingPlaces({ cores, threads })).toBe(places)
})

test('a pool of one thread hashes all the same, on the only thread that there is', () => {
  expect(hashingPlaces({ cores: 8, threads: 1 })).toBe(1)
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

describe.skipIf(process.platform === 'win32')('while every place is taken and many wait', () => {
  // proves: threat-hashing-flood
  test('a thread is left, on which ID tokens are signed', async () => {
    const queue = hashQueue({ concurrency: hashingPlaces({ cores: MANY_CORES, threads }), maxWaiting: 64 })
    const holders = threadHolders(threads * 3)
    let ended = 0
    const flood = holders.hold.map((hold) => queue.run(hold).then(() => (ended += 1)))
    for (let signed = 0; signed < 20; signed += 1) expect(await signInPool()).toHaveLength(256)
    expect(ended, 'hashes that ended meanwhile').toBe(0)
    const letting = setInterval(() => holders.letGo(), 5)
    await Promise.all(flood)
    clearInterval(letting)
    holders.remove()
  })

  // proves: threat-hashing-flood
  test('real passwords by the dozen do not go first either', async () => {
    const hasher = createPasswordHasher({
      concurrency: hashingPlaces({ cores: MANY_CORES, threads }),
      maxWaiting: 64,
    })
    let hashed = 0
    const flood = Array.from({ length: 40 }, () =>
      hasher.hash('seven green horses').then(() => (hashed += 1)),
    )
    await signInPool()
    expect(hashed).toBeLessThan(20)
    await Promise.all(flood)
  })
})
