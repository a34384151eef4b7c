import { getRawPointer } from 'node:ffi'

/** A place in native memory that a module writes to. */
export interface Cell {
  readonly address: bigint
  /** What stands there now. */
  read(): Buffer
}

/** A number (`CK_ULONG`) that a module writes to. */
export interface NumberCell {
  readonly address: bigint
  read(): bigint
}

/** An attribute of an object: its type and its value. */
export type Attribute = readonly [type: bigint, value: bigint | boolean | Buffer]

const ULONG_BYTES = 8
const BYTES = 4_096

/**
 * Memory for the arguments of one call. Its addresses stay while the object is held. Numbers have 64 bits in the order of
 * this machine (`CK_ULONG` where `long` has 64 bits).
 */
export class NativeMemory {
  readonly #bytes = Buffer.from(new ArrayBuffer(BYTES))
  readonly #address = getRawPointer(this.#bytes)
  #used = 0

  reserve(length: number): Cell {
    const at = this.#used
    if (at + length > BYTES) throw new Error('Too much for one call')
    // Each begins where a structure may begin.
    this.#used = Math.ceil((at + length) / ULONG_BYTES) * ULONG_BYTES
    const bytes = this.#bytes
    return {
      address: this.#address + BigInt(at),
      read: () => Buffer.from(bytes.subarray(at, at + length)),
    }
  }
  place(content: Buffer): bigint {
    const at = this.#used
    const { address } = this.reserve(content.length)
    content.copy(this.#bytes, at)
    return address
  }
  number(value = 0n): NumberCell {
    const at = this.#used
    const address = this.place(numberBytes(value))
    return { address, read: () => numberAt(this.#bytes, at) }
  }
  /** An array of `CK_ATTRIBUTE`. */
  attributes(all: readonly Attribute[]): bigint {
    const values = all.map(([type, value]) => ({ type, bytes: attributeBytes(value) }))
    const placed = values.map(({ type, bytes }) => [type, this.place(bytes), BigInt(bytes.length)])
    return this.place(Buffer.concat(placed.flat().map(numberBytes)))
  }
  /** A `CK_ATTRIBUTE` whose value is written there. */
  attributeInto(type: bigint, { address }: Pick<Cell, 'address'>, length: number): bigint {
    return this.place(Buffer.concat([type, address, BigInt(length)].map(numberBytes)))
  }
  /** A `CK_MECHANISM` without a parameter. */
  mechanism(type: bigint): bigint {
    return this.place(Buffer.concat([type, 0n, 0n].map(numberBytes)))
  }
  /** Forgets everything, such as a PIN. */
  wipe(): void {
    this.#bytes.fill(0)
  }
}

/** The number (`CK_ULONG`) that begins at this byte. */
export function numberAt(bytes: Buffer, at: number): bigint {
  return new BigUint64Array(new Uint8Array(bytes.subarray(at, at + ULONG_BYTES)).buffer)[0] ?? 0n
}

function numberBytes(value: bigint): Buffer {
  return Buffer.from(new BigUint64Array([value]).buffer)
}

function attributeBytes(value: Attribute[1]): Buffer {
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0)
  return typeof value === 'bigint' ? numberBytes(value) : value
}
