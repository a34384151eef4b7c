import type { Basics } from '../platform/foundation.ts'
import type { SettingInForce } from '../platform/setting-in-force.ts'
import { placeOf } from './compare-settings.ts'
import { listInstances } from './instance-store.ts'

/** Where the processes run in which a setting has not this value, also because their release does not know it. */
export async function runsWithout(
  { db }: Pick<Basics, 'db'>,
  { name, value }: Omit<SettingInForce, 'given'>,
): Promise<readonly string[]> {
  const instances = await listInstances(db)
  const others = instances.filter(
    ({ settings }) => settings.find((one) => one.name === name)?.value !== value,
  )
  return others.map(placeOf)
}
