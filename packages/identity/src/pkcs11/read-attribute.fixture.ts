import { CKA, CKF, CKO } from './cryptoki.ts'
import type { Module } from './module.ts'
import { type Attribute, NativeMemory, numberAt } from './native-memory.ts'

const MOST_SLOTS = 16
const MOST_BYTES = 1_024

/** Reads an attribute of the private key with this id, in whichever token it is, where a user is logged in. Throws ModuleRefused. */
export function readAttribute(module: Module, id: Buffer, type: bigint): Buffer {
  const memory = new NativeMemory()
  const [slots, count] = [memory.reserve(MOST_SLOTS * 8), memory.number(BigInt(MOST_SLOTS))]
  module.call('C_GetSlotList', 1, slots.address, count.address)
  for (let index = 0; index < Number(count.read()); index += 1) {
    const session = openSession(module, numberAt(slots.read(), index * 8))
    const key = find(module, session, id)
    if (key === undefined) continue
    const value = memory.reserve(MOST_BYTES)
    module.call('C_GetAttributeValue', session, key, memory.attributeInto(type, value, MOST_BYTES), 1n)
    return value.read()
  }
  throw new Error('No token has this key')
}

function openSession(module: Module, slot: bigint): bigint {
  const session = new NativeMemory().number()
  module.call('C_OpenSession', slot, CKF.SERIAL_SESSION, 0n, 0n, session.address)
  return session.read()
}

function find(module: Module, session: bigint, id: Buffer): bigint | undefined {
  const memory = new NativeMemory()
  const wanted: readonly Attribute[] = [
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.ID, id],
  ]
  const [found, count] = [memory.number(), memory.number()]
  module.call('C_FindObjectsInit', session, memory.attributes(wanted), BigInt(wanted.length))
  module.call('C_FindObjects', session, found.address, 1n, count.address)
  module.call('C_FindObjectsFinal', session)
  return count.read() === 1n ? found.read() : undefined
}
