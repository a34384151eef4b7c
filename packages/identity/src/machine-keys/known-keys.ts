import { appendEvent } from '../audit/index.ts'
import type { KnownMachineKey, MachineKeys } from '../moments/index.ts'
import { readRole } from '../operators/index.ts'
import { isoInstant } from '../platform/own-data.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { accepted, refused } from '../platform/result.ts'
import {
  isFormedKey,
  MOST_SECONDS,
  newMachineKey,
  operatorIdOf,
  readKeyName,
  sentHash,
  storedHash,
} from './machine-key.ts'
import { askWhose, deleteKey, insertKey, listKeys } from './machine-key-store.ts'
import { claimRequest, findOrdering } from './request-store.ts'

/** The clock of the database says how long a key lasts, and ends it: command and console run on two machines. */
const add: MachineKeys['add'] = async (needs, { name: given, role, endsAt }) => {
  const name = readKeyName(given)
  if (name === undefined) return refused('bad-name')
  return needs.db.transaction(async (db) => {
    const now = await databaseNow(db)
    if (endsAt <= now) return refused('over')
    if (endsAt > now + MOST_SECONDS) return refused('too-long')
    const value = newMachineKey(needs.random)
    const key = { name, role, endsAt, keyHash: storedHash(value.reveal()), addedBy: needs.by.operator }
    if (!(await insertKey(db, key))) return refused('name-taken')
    const details = { key: name, role, until: isoInstant(endsAt) }
    await appendEvent({ ...needs, db }, { name: 'machine-key-added', origin: needs.by, details })
    return accepted({ value })
  })
}

const remove: MachineKeys['remove'] = (needs, name) =>
  needs.db.transaction(async (db) => {
    const key = await deleteKey(db, name.trim())
    if (!key) return refused('no-key')
    const details = { key: key.name, role: key.role }
    await appendEvent({ ...needs, db }, { name: 'machine-key-removed', origin: needs.by, details })
    return accepted(key)
  })

const know: MachineKeys['know'] = async ({ views }, { value, network }) => {
  const whose = await askWhose(views, { hash: sentHash(value), network })
  if (!whose) return refused('too-many')
  const known = whose.name === null ? undefined : knownOf(whose.name, whose.role ?? '')
  return known ? accepted(known) : refused('wrong')
}

function knownOf(name: string, given: string): KnownMachineKey | undefined {
  const role = readRole(given)
  return role && { name, role, operatorId: operatorIdOf(name) }
}

const claim: MachineKeys['claim'] = async ({ views }, { value, ...request }) => {
  const claimed = await claimRequest(views, { ...request, hash: sentHash(value) })
  if (!claimed) return refused('wrong')
  return claimed.step === 'other' ? refused('other') : accepted(claimed.orderId)
}

const orderedBy: MachineKeys['orderedBy'] = async ({ db }, step) => {
  const machine = await findOrdering(db, step)
  return machine && knownOf(machine.name, machine.role)
}

/** How keys of machines are made and known (decision 124). */
export const KNOWN_KEYS: MachineKeys = {
  isFormed: isFormedKey,
  add,
  list: ({ db }) => listKeys(db),
  remove,
  know,
  claim,
  orderedBy,
}
