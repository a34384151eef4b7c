import { createHash } from 'node:crypto'
import { machineOperator, readStoredOperatorName } from '../audit/index.ts'
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

const FORM = new RegExp(`^${PREFIX}[\\w-]{43}$`)

/** Whether a text looks like a key. */
export function isFormedKey(value: string): boolean {
  return FORM.test(value)
}

/** What the console sends of a key that came: SHA-256 of all of it. */
export function sentHash(value: string): Buffer {
  return sha256(value)
}

/** What is stored of a key: SHA-256 of what the console sends, so that nobody who reads the table can send it. */
export function storedHash(value: string): Buffer {
  return sha256(sentHash(value))
}

/** Reads the name of a key: what can stand in the audit as the name of a machine. */
export function readKeyName(given: string): string | undefined {
  const name = given.trim()
  return readStoredOperatorName(machineOperator(name)) === undefined ? undefined : name
}

const UUID_BYTES = 16

/** The id under which the orders of a machine stand, where those of an operator have the id of the citizen: the first bytes of a hash of its name, so that orders are counted for the name. */
export function operatorIdOf(name: string): string {
  return uuidFromBytes(createHash('sha256').update(`machine ${name}`).digest().subarray(0, UUID_BYTES))
}
