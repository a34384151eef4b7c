import { hash as digestOf } from 'node:crypto'
import { accepted, refused } from '../../platform/result.ts'
import { constantTimeEqual } from '../../platform/secret.ts'
import { crypt64 } from './crypt64.ts'
import { KIB, type ReadForm } from './form.ts'

const SHA_CRYPT = /^\$([56])\$(?:rounds=(\d{1,9})\$)?([^$:]{4,16})\$([./A-Za-z0-9]{43}|[./A-Za-z0-9]{86})$/
const USUAL_ROUNDS = 5_000
const LEAST_ROUNDS = 1_000
/** With the longest password. With a short one it is 300. */
const ROUNDS_A_MILLISECOND = { sha256: 160, sha512: 120 }

/** SHA-crypt with SHA-256 (`$5$`) or SHA-512 (`$6$`), as in /etc/shadow. The specification is that of Ulrich Drepper, version 0.6. */
export const readShaCrypt: ReadForm = (text) => {
  if (!/^\$[56]\$/.test(text)) return undefined
  const [, kind, given, salt = '', wanted = ''] = SHA_CRYPT.exec(text) ?? []
  const isShort = kind === '5'
  if (kind === undefined || (wanted.length === 43) !== isShort) return refused('unknown')
  const algorithm = isShort ? 'sha256' : 'sha512'
  const rounds = Math.max(Number(given ?? USUAL_ROUNDS), LEAST_ROUNDS)
  return accepted({
    milliseconds: rounds / ROUNDS_A_MILLISECOND[algorithm],
    bytes: KIB,
    isRight: async (password) => {
      const made = shaCrypt({ password, salt: Buffer.from(salt), rounds }, algorithm)
      return constantTimeEqual(Buffer.from(made), Buffer.from(wanted))
    },
  })
}

interface Asked {
  readonly password: Buffer
  readonly salt: Buffer
  readonly rounds: number
}

function shaCrypt(asked: Asked, algorithm: 'sha256' | 'sha512'): string {
  const digest = (...parts: readonly Buffer[]) => digestOf(algorithm, Buffer.concat(parts), 'buffer')
  const { password, salt, rounds } = asked
  let sum = firstSum(asked, digest)
  const ofPassword = stretched(digest(...Array.from(password, () => password)), password.length)
  const repeats = 16 + (sum[0] ?? 0)
  const ofSalt = stretched(digest(...Array.from({ length: repeats }, () => salt)), salt.length)
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1
    sum = digest(
      isOdd ? ofPassword : sum,
      round % 3 === 0 ? NOTHING : ofSalt,
      round % 7 === 0 ? NOTHING : ofPassword,
      isOdd ? sum : ofPassword,
    )
  }
  return algorithm === 'sha256' ? spell256(sum) : spell512(sum)
}

const NOTHING = Buffer.alloc(0)

/** Steps 1 to 12: the digest of the password, the salt, and a digest of both, chosen by the bits of the length of the password. */
function firstSum({ password, salt }: Asked, digest: (...parts: readonly Buffer[]) => Buffer): Buffer {
  const both = digest(password, salt, password)
  const parts = [password, salt, stretched(both, password.length)]
  for (let bits = password.length; bits > 0; bits >>= 1) parts.push(bits & 1 ? both : password)
  return digest(...parts)
}

/** These bytes again and again, up to a length. */
function stretched(bytes: Buffer, length: number): Buffer {
  return Buffer.alloc(length, bytes)
}

function spell256(sum: Buffer): string {
  let [high, middle, low] = [0, 10, 20]
  let text = ''
  for (let group = 0; group < 10; group += 1) {
    text += crypt64(at(sum, low), at(sum, middle), at(sum, high), 4)
    ;[high, middle, low] = [low + 1, high + 1, middle + 1]
  }
  return text + crypt64(at(sum, 30), at(sum, 31), 0, 3)
}

function spell512(sum: Buffer): string {
  let [high, middle, low] = [0, 21, 42]
  let text = ''
  for (let group = 0; group < 21; group += 1) {
    text += crypt64(at(sum, low), at(sum, middle), at(sum, high), 4)
    ;[high, middle, low] = [middle + 1, low + 1, high + 1]
  }
  return text + crypt64(at(sum, 63), 0, 0, 2)
}

function at(bytes: Buffer, place: number): number {
  return bytes[place] ?? 0
}
