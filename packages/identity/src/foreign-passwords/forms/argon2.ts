import { verify } from '@node-rs/argon2'
import { accepted, refused } from '../../platform/result.ts'
import { KIB, type ReadForm } from './form.ts'

const ARGON2 =
  /^\$argon2(id|i|d)(?:\$v=(16|19))?\$m=(\d{1,20}),t=(\d{1,20}),p=(\d{1,20})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,171})$/

/** RFC 9106 section 3.1: for each lane at least so much memory. */
const LEAST_KIB_A_LANE = 8
/** More lanes than anybody uses. */
const MOST_LANES = 99

/** A core passes over this much memory in a millisecond. */
const KIB_A_MILLISECOND = 3_900

/** Argon2 i, d and id in PHC string format. Without a version it is the first one, 16. */
export const readArgon2: ReadForm = (text) => {
  if (!text.startsWith('$argon2')) return undefined
  const [, kind, version = '16', memory, passes, lanes, salt, hash] = ARGON2.exec(text) ?? []
  if (kind === undefined) return refused('unknown')
  const [kib, times, width] = [Number(memory), Number(passes), Number(lanes)]
  if (times < 1 || width < 1 || kib < LEAST_KIB_A_LANE * width) return refused('unknown')
  if (width > MOST_LANES) return refused('too-costly')
  const phc = `$argon2${kind}$v=${version}$m=${memory},t=${passes},p=${lanes}$${salt}$${hash}`
  return accepted({
    milliseconds: (kib * times) / KIB_A_MILLISECOND,
    bytes: kib * KIB,
    isRight: (password) => verify(phc, password),
  })
}
