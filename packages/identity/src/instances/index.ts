/**
 * The processes of the service that run, and the settings in force in each: every process says so itself, once a minute. Secrets are told by their
 * names alone (decision 122).
 */
export { announceInstance } from './announce-instance.ts'
export { type ComparedSetting, compareSettings, placeOf } from './compare-settings.ts'
export { examineInstances } from './examine-instances.ts'
export { type Instance, listInstances } from './instance-store.ts'
export { reportSettings, SETTING, SETTINGS_REPORT } from './report-settings.ts'
export { runsWithout } from './runs-without.ts'
