import type { Foundation } from '../platform/foundation.ts'
import { deleteFailures, type GuessedFrom } from './guessed-address-store.ts'
import { type DeviceKey, deleteOtherDevices, upsertDevice } from './known-device-store.ts'

/** How a browser stands to an account: the very first one, one that was here before, or a stranger. */
export type DeviceNovelty = 'first-ever' | 'known' | 'new'

/** Remembers that this browser has signed in to this account; tells what it was until now. */
export async function rememberDevice(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  device: DeviceKey,
): Promise<DeviceNovelty> {
  const { isNew, others } = await upsertDevice(db, device, clock.now())
  if (!isNew) return 'known'
  return others ? 'new' : 'first-ever'
}

/**
 * Makes this browser the only one that the account knows, because its password has just been set here: whoever used the
 * account elsewhere is a stranger from now on, and is announced like one. What was guessed at the address until now is forgotten.
 */
export async function rememberOnly(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  device: GuessedFrom,
): Promise<void> {
  await upsertDevice(db, device, clock.now())
  await deleteOtherDevices(db, device)
  await deleteFailures(db, device.email)
}
