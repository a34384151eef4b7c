import type { Basics } from '../platform/foundation.ts'
import { deleteFailures, type GuessedFrom } from './guessed-address-store.ts'
import { type DeviceKey, deleteOtherDevices, upsertDevice } from './known-device-store.ts'

/** What a browser is to an account: its first one, one that has signed in before, or a new one. */
export type DeviceNovelty = 'first-ever' | 'known' | 'new'

/** Stores that this browser has signed in to this account. Returns what it was before. */
export async function rememberDevice({ db, clock }: Basics, device: DeviceKey): Promise<DeviceNovelty> {
  const { isNew, others } = await upsertDevice(db, device, clock.now())
  if (!isNew) return 'known'
  return others ? 'new' : 'first-ever'
}

/**
 * Makes this browser the only one that the account knows, because the password was just set in it. Every other browser
 * is new from now on, and its sign-in sends a letter. The failures at the address are deleted.
 */
export async function rememberOnly({ db, clock }: Basics, device: GuessedFrom): Promise<void> {
  await upsertDevice(db, device, clock.now())
  await deleteOtherDevices(db, device)
  await deleteFailures(db, device.email)
}
