import { createHash } from 'node:crypto'
import { compare } from 'bcryptjs'
import { accepted, refused } from '../../platform/result.ts'
import { KIB, type ReadForm } from './form.ts'

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** With a cost of 10. Each further step takes twice as long. */
const MILLISECONDS_OF_TEN = 80

/** It reads no more of a password, as in the system that made the hash. */
const COMPARED_BYTES = 72

/** bcrypt 2a, 2b and 2y. */
export const readBcrypt: ReadForm = (text) => {
  if (!/^\$2.?\$/.test(text)) return undefined
  const cost = Number(BCRYPT.exec(text)?.[1])
  if (!(cost >= 4 && cost <= 31)) return refused('unknown')
  return accepted({
    milliseconds: MILLISECONDS_OF_TEN * 2 ** (cost - 10),
    bytes: 8 * KIB,
    comparedBytes: COMPARED_BYTES,
    isRight: (password) => compare(password.toString(), text),
  })
}

/** bcrypt of the hexadecimal SHA-256 of the password, by which Django takes longer ones. */
export const readBcryptSha256: ReadForm = (text) => {
  const read = readBcrypt(text)
  if (!read?.ok) return read
  const { milliseconds, bytes, isRight } = read.value
  const digest = (password: Buffer) => Buffer.from(createHash('sha256').update(password).digest('hex'))
  return accepted({ milliseconds, bytes, isRight: (password) => isRight(digest(password)) })
}
