import { verify } from '@node-rs/argon2'
import { accepted, refused } from '../../platform/result.ts'
import { KIB, type ReadForm } from './form.ts'

const ARGON2 =
  /^\$argon2(id|i|d)(?:\$v=(16|19))?\$m=(\d{1,7}),t=(\d{1,4}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,171})$/

/** A core passes over this much memory in a millisecond. */
const KIB_A_MILLISECOND = 3_900

/** Argon2 i, d and id in PHC string format. Without a version it is the first one, 16. */
export const readArgon2: ReadForm = (text) => {
  if (!text.startsWith('$argon2')) return undefined
  const [, kind, version = '16', memory, passes, lanes, salt, hash] = ARGON2.exec(text) ?? []
  if (kind === undefined) return refused('unknown')
  const [kib, times] = [Number(memory), Number(passes)]
  const phc = `$argon2${kind}$v=${version}$m=${memory},t=${passes},p=${lanes}$${salt}$${hash}`
  return accepted({
    milliseconds: (kib * times) / KIB_A_MILLISECOND,
    bytes: kib * KIB,
    isRight: (password) => verify(phc, password),
  })
}
