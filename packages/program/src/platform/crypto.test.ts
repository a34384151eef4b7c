import { expect, test } from 'vitest'
import { textToBytes } from './bytes.ts'
import { createAesGcm } from './crypto.ts'

// Test case 16 of the specification of GCM (McGrew and Viega, 2004), which NIST SP 800-38D refers to.
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const KEY = bytes('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308')
const PLAIN = {
  nonce: bytes('cafebabefacedbaddecaf888'),
  additionalData: bytes('feedfacedeadbeeffeedfacedeadbeefabaddad2'),
  bytes: bytes(
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
  ),
}
const SEALED = bytes(
  '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
)

const ways = [
  ['Node', createAesGcm(KEY)],
  ['WebCrypto', createAesGcm(KEY, null)],
] as const

test.each(ways)('%s seals as the specification says, and opens that', async (_name, { seal, open }) => {
  expect(await seal(PLAIN)).toEqual(SEALED)
  expect(await open({ ...PLAIN, bytes: SEALED })).toEqual(PLAIN.bytes)
})

test.each(ways)('%s refuses a changed bit anywhere, a cut, and an empty text', async (_name, { open }) => {
  const refused: unknown[] = []
  const tryOpen = (changed: Partial<typeof PLAIN>) =>
    open({ ...PLAIN, bytes: SEALED, ...changed }).then(
      () => refused.push('opened'),
      () => undefined,
    )
  for (let at = 0; at < SEALED.length; at += 1) {
    await tryOpen({ bytes: SEALED.map((byte, index) => (index === at ? byte ^ 1 : byte)) })
    await tryOpen({ bytes: SEALED.slice(0, at) })
  }
  await tryOpen({ additionalData: textToBytes('another place') })
  await tryOpen({ nonce: PLAIN.nonce.map((byte) => byte ^ 1) })
  expect(refused).toEqual([])
})
