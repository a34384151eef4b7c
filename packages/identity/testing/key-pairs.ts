import { createPrivateKey, createPublicKey } from 'node:crypto'
import { inject } from 'vitest'
import type { MakeKeyPair } from '../src/platform/random.ts'

let taken = 0

/** The next of the key pairs that the run made before its tests, because making one takes longer than most tests. After the last one the first follows. */
export const madeKeyPair: MakeKeyPair = async () => {
  const keys = inject('testKeys')
  const privateKey = createPrivateKey(keys[taken++ % keys.length] ?? '')
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
