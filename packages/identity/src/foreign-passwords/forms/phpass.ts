import { hash as digestOf } from 'node:crypto'
import { accepted, refused } from '../../platform/result.ts'
import { constantTimeEqual } from '../../platform/secret.ts'
import { crypt64, crypt64Value } from './crypt64.ts'
import { KIB, type ReadForm } from './form.ts'

const PHPASS = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/
/** With the longest password. With a short one it is 340. */
const ROUNDS_A_MILLISECOND = 135

/** The portable hash of phpass: `$P$` of WordPress and others, `$H$` of phpBB. */
export const readPhpass: ReadForm = (text) => {
  if (!/^\$[PH]\$/.test(text)) return undefined
  const [, count = '', salt = '', wanted = ''] = PHPASS.exec(text) ?? []
  const log = crypt64Value(count)
  if (count === '' || log < 7) return refused('unknown')
  const rounds = 2 ** log
  return accepted({
    milliseconds: rounds / ROUNDS_A_MILLISECOND,
    bytes: KIB,
    isRight: async (password) => {
      let sum = digestOf('md5', Buffer.concat([Buffer.from(salt), password]), 'buffer')
      for (let round = 0; round < rounds; round += 1)
        sum = digestOf('md5', Buffer.concat([sum, password]), 'buffer')
      return constantTimeEqual(Buffer.from(spell(sum)), Buffer.from(wanted))
    },
  })
}

function spell(sum: Buffer): string {
  let text = ''
  for (let at = 0; at < sum.length; at += 3) {
    const [low = 0, middle = 0, high = 0] = sum.subarray(at, at + 3)
    text += crypt64(low, middle, high, at + 3 > sum.length ? 2 : 4)
  }
  return text
}
