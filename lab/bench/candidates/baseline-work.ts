// The baseline of signing and hashing: the bare work, one piece after the other, on the core of the servers.
import { generateKeyPairSync, sign } from 'node:crypto'
import { type Algorithm, hashSync, type Options, verifySync } from '@node-rs/argon2'
import type { BareWork } from './baselines.ts'

const COST: Options = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
}

function pieceOf(work: BareWork): () => unknown {
  if (work === 'argon2id') {
    const known = hashSync('a bench beside the river', COST)
    return () => verifySync(known, 'a bench beside the river')
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const claims = Buffer.alloc(600, 'x')
  return () => sign('sha256', claims, privateKey)
}

function work(piece: () => unknown, seconds: number): { answers: number; seconds: number } {
  const startedAt = performance.now()
  let answers = 0
  for (; performance.now() - startedAt < seconds * 1000; answers += 1) piece()
  return { answers, seconds: (performance.now() - startedAt) / 1000 }
}

const pieces = { 'rsa-2048': pieceOf('rsa-2048'), argon2id: pieceOf('argon2id') }

process.channel?.ref()
process.on('message', (asked: { work: BareWork; seconds: number }) => {
  process.send?.(work(pieces[asked.work], asked.seconds))
})
