import { createHash } from 'node:crypto'
import { type Random, uuidFromBytes } from '../platform/random.ts'
import { Secret, sha256 } from '../platform/secret.ts'

const KEY_BYTES = 32

/** What every key begins with, so that whoever looks for secrets in texts finds one. */
const PREFIX = 'portico_key_'

/** A key may work for at most so long. */
export const MOST_SECONDS = 400 * 24 * 60 * 60

/** Makes a key: 256 random bits. */
export function newMachineKey(random: Random): Secret {
  return new Secret(PREFIX + random.bytes(KEY_BYTES).toString('base64url'))
}

/** What the console sends of a key that came: SHA-256 of all of it. */
export function sentHash(value: string): Buffer {
  return sha256(value)
}

/** What is stored of a key: SHA-256 of what the console sends, so that nobody who reads the table can send it. */
export function storedHash(value: string): Buffer {
  return sha256(sentHash(value))
}

/** Reads the name of a key: small letters, digits, dots and hyphens. It stands in the audit. */
export function readKeyName(given: string): string | undefined {
  const name = given.trim()
  return /^[a-z0-9][a-z0-9.-]{0,59}$/.test(name) ? name : undefined
}

const UUID_BYTES = 16

/** The id under which the orders of a machine stand, where those of an operator have the id of the citizen: the first bytes of a hash of its name, so that orders are counted for the name. */
export function operatorIdOf(name: string): string {
  return uuidFromBytes(createHash('sha256').update(`machine ${name}`).digest().subarray(0, UUID_BYTES))
}
