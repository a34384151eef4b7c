import type { Random } from './random.ts'

/** The machine's own source of randomness. */
export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  uuid: () => crypto.randomUUID(),
}
