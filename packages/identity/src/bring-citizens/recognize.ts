import { fromAuth0 } from './from/auth0.ts'
import { fromDjango } from './from/django.ts'
import { type FirebaseHashes, fromFirebase } from './from/firebase.ts'
import type { Convert, Given } from './from/given.ts'
import { fromKeycloak } from './from/keycloak.ts'

/** The systems whose exports are read as they are. */
export const SYSTEMS = ['keycloak', 'auth0', 'firebase', 'django'] as const

/** One of these systems. */
export type System = (typeof SYSTEMS)[number]

/** The system with this name. */
export function systemNamed(name: string): System | undefined {
  return SYSTEMS.find((system) => system === name)
}

/** How a record is read: by the names of the system that was named, or that it looks like; otherwise by our own names. */
export function converting(system: System | undefined, firebase: FirebaseHashes | undefined): Convert {
  const by: Readonly<Record<System, Convert>> = {
    ...{ keycloak: fromKeycloak, auth0: fromAuth0, django: fromDjango },
    firebase: fromFirebase(firebase),
  }
  return (record) => {
    const known = system ?? recognize(record)
    return known ? by[known](record) : record
  }
}

/** The system whose export has such records. */
export function recognize(record: Given): System | undefined {
  const has = (...names: readonly string[]) => names.every((name) => name in record)
  if (has('model', 'fields')) return 'django'
  if (has('localId')) return 'firebase'
  if (has('username', 'createdTimestamp') || has('credentials')) return 'keycloak'
  return has('user_id') || has('passwordHash') ? 'auth0' : undefined
}
