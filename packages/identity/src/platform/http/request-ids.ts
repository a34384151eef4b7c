import type { Random } from '../random.ts'

/** Names requests: a random word of this process, then their number, so that no two requests anywhere share a name. */
export function requestIds(random: Random): () => string {
  const process = random.bytes(6).toString('base64url')
  let number = 0
  return () => {
    number += 1
    return process + number.toString(36).padStart(4, '0')
  }
}
