import {
  type ComparedSetting,
  compareSettings,
  type Instance,
  listInstances,
  type OperatorOrigin,
  recordRead,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

/** The processes of the service that run, and the settings in force in them. */
export interface SettingsSeen {
  readonly instances: readonly Instance[]
  readonly settings: readonly ComparedSetting[]
}

/** The settings in force, by the processes that have them. Of a secret there is the name alone. The look is in the audit. */
export async function readSettings(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>,
  by: OperatorOrigin,
): Promise<SettingsSeen> {
  const instances = await listInstances(needs.db)
  await recordRead({ ...needs, by }, { command: 'console settings' })
  return { instances, settings: compareSettings(instances) }
}
