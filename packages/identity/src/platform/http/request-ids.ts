import type { Random } from '../random.ts'

/** Makes request ids: a random word of this process, then a number. So no two requests of any processes share an id. */
export function requestIds(random: Random): () => string {
  const process = random.bytes(6).toString('base64url')
  let number = 0
  return () => {
    number += 1
    return process + number.toString(36).padStart(4, '0')
  }
}
