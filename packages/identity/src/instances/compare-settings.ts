import type { SettingInForce } from '../platform/setting-in-force.ts'
import type { Instance } from './instance-store.ts'

/** One setting in every process that runs. */
export interface ComparedSetting {
  readonly name: string
  /** Each value, with the processes that have it. One where all have the same. */
  readonly values: readonly (Omit<SettingInForce, 'name'> & { readonly places: readonly string[] })[]
  /** Whether processes of one service should have the same value, and have not. */
  readonly differs: boolean
}

/** What belongs to one machine or to one process. */
const OF_ITS_OWN = new Set([
  'PORTICO_HOST',
  'PORTICO_PORT',
  'PORTICO_METRICS_PORT',
  'PORTICO_MAILBOX_PORT',
  'PORTICO_DATA_DIR',
  'PORTICO_PROCESSES',
  'PORTICO_LOG_LEVEL',
  'PORTICO_BRAND_FILE',
  'PORTICO_ALLOW_UNKNOWN_SETTINGS',
])

/** Where a process runs, in one word. */
export const placeOf = ({ host, processId }: Pick<Instance, 'host' | 'processId'>): string =>
  `${host}:${processId}`

/** The settings of all processes, by name. A setting that a process of another release does not know is no difference. */
export function compareSettings(instances: readonly Instance[]): readonly ComparedSetting[] {
  const read = instances.flatMap((one) =>
    one.settings.map((setting) => ({ ...setting, place: placeOf(one) })),
  )
  const byName = [...Map.groupBy(read, ({ name }) => name)].sort(([one], [other]) => (one < other ? -1 : 1))
  return byName.map(([name, all]) => {
    const values = [
      ...Map.groupBy(all, ({ value, given }) => JSON.stringify([value, given])).values(),
    ].flatMap((same) => {
      const [first] = same
      return first ? [{ value: first.value, given: first.given, places: same.map(({ place }) => place) }] : []
    })
    const isSame = new Set(values.map(({ value, given }) => value ?? given === 'default')).size < 2
    return { name, values, differs: !isSame && !OF_ITS_OWN.has(name) }
  })
}
