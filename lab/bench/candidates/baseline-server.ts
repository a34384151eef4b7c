// A floor: a bare server that does one piece of work for each request and always sends the same bytes.
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { type Algorithm, hashSync, type Options, verifySync } from '@node-rs/argon2'
import type { Floor } from './baselines.ts'

const ARGON2ID: Options = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
}

const WORK: Readonly<Record<Floor['work'], () => () => unknown>> = {
  none: () => () => undefined,
  'rsa-2048': () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const claims = Buffer.alloc(600, 'x')
    return () => sign('sha256', claims, privateKey)
  },
  argon2id: () => {
    const known = hashSync('a bench beside the river', ARGON2ID)
    return () => verifySync(known, 'a bench beside the river')
  },
}

const { port, work, body, headers } = JSON.parse(process.argv[2] ?? '{}') as Floor
const doWork = WORK[work]()

createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    doWork()
    response.writeHead(200, headers)
    response.end(body)
  })
}).listen(port, '127.0.0.1')
