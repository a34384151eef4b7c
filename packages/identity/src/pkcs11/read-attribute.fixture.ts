import { CKF } from './cryptoki.ts'
import type { Module } from './module.ts'
import { NativeMemory, numberAt } from './native-memory.ts'
import { findPrivateKey } from './session.ts'

const MOST_SLOTS = 16
const MOST_BYTES = 1_024

/** Reads an attribute of the private key with this id, in whichever token it is, where a user is logged in. Throws ModuleRefused. */
export function readAttribute(module: Module, id: Buffer, type: bigint): Buffer {
  const memory = new NativeMemory()
  const [slots, count] = [memory.reserve(MOST_SLOTS * 8), memory.number(BigInt(MOST_SLOTS))]
  module.call('C_GetSlotList', 1, slots.address, count.address)
  for (let index = 0; index < Number(count.read()); index += 1) {
    const session = openSession(module, numberAt(slots.read(), index * 8))
    const key = findPrivateKey(module, session, id)
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
