import { createRequire } from 'node:module'
import type * as CommonWords from '@zxcvbn-ts/language-common'

const require = createRequire(import.meta.url)

/** Loaded when the first password is chosen: it takes a twentieth of the time of a start. */
let listed: ReadonlySet<string> | undefined

/** Units this short are guessed in no time, however often they are repeated. */
const TRIVIAL_UNIT_CHARACTERS = 4

/** Whether attackers try this first: it is on the list of common passwords, or nothing but such a one repeated. */
export function isCommonPassword(password: string): boolean {
  listed ??= readList()
  const lower = password.toLowerCase()
  if (listed.has(lower)) return true
  const unit = lower.slice(0, shortestPeriod(lower))
  return unit.length < lower.length && (unit.length <= TRIVIAL_UNIT_CHARACTERS || listed.has(unit))
}

function readList(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof CommonWords
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
}

/** The length of the shortest beginning that, repeated and cut off, gives the whole text. */
function shortestPeriod(text: string): number {
  for (let length = 1; length < text.length; length += 1) {
    if (text.startsWith(text.slice(length))) return length
  }
  return text.length
}
