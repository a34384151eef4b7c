import type { Basics } from '../platform/foundation.ts'
import type { Examined } from '../platform/room/beside.ts'
import { type ComparedSetting, compareSettings, placeOf } from './compare-settings.ts'
import { type Instance, listInstances } from './instance-store.ts'

/** Whether processes run, and agree about their settings. */
export async function examineInstances({ db }: Pick<Basics, 'db'>): Promise<readonly Examined[]> {
  const instances = await listInstances(db)
  if (instances.length === 0)
    return [{ check: 'Running', state: 'idle', says: 'no process of the service runs', mend: '' }]
  const says = `${instances.length} of the service: ${instances.map(sayPlace).join(', ')}`
  const different = compareSettings(instances).filter(({ differs }) => differs)
  return [
    { check: 'Running', state: 'ok', says, mend: '' },
    ...different.map(
      (one): Examined => ({
        check: 'Same settings',
        state: 'wrong',
        says: `${one.name} is ${valuesOf(one)}`,
        mend: 'set the same value for every process of the service, and start them again',
      }),
    ),
  ]
}

/** With its port, because the number behind the host is that of the process. */
function sayPlace(instance: Instance): string {
  const port = instance.settings.find(({ name }) => name === 'PORTICO_PORT')?.value
  return port ? `${placeOf(instance)} on port ${port}` : placeOf(instance)
}

function valuesOf({ values }: ComparedSetting): string {
  return values
    .map(({ value, given, places }) => `${toldOf({ value, given })} in ${places.join(', ')}`)
    .join(', and ')
}

function toldOf({ value, given }: Pick<ComparedSetting['values'][number], 'value' | 'given'>): string {
  if (value === null) return given === 'default' ? 'not set' : 'set'
  return value === '' ? 'not set' : JSON.stringify(value)
}
