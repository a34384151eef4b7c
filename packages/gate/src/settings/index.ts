/**
 * How a setting is read from the environment: numbers, words, addresses, limits, and names that nobody knows. Which
 * settings there are is in `config.ts`.
 */
export { inGateWords, withGateCommand } from './gate-words.ts'
export { listenAddress, type Place } from './listen-address.ts'
export { type Environment, type SettingReader, type SettingRule, settingReader } from './setting-reader.ts'
export { matching, oneWord, someWords, wholeNumber, yesOrNo } from './setting-rules.ts'
export { SETTINGS_OPTION, settingsLast, withSettingsFile } from './settings-file.ts'
export { readThrottles } from './throttles.ts'
export { unknownProblems } from './unknown-settings.ts'
