import type { ReportNeeds } from '../moments/index.ts'
import type { AnswerPart } from '../platform/answer-part.ts'
import {
  booleanSchema,
  instantSchema,
  listOf,
  objectSchema,
  orNull,
  textSchema,
} from '../platform/operation.ts'
import { type ComparedSetting, compareSettings, placeOf } from './compare-settings.ts'
import { type Instance, listInstances } from './instance-store.ts'

/** `portico settings`. */
export async function reportSettings(needs: ReportNeeds) {
  const instances = await listInstances(needs.db)
  const settings = compareSettings(instances)
  return {
    json: {
      processes: instances.map((one) => jsonOf(needs, one)),
      settings: settings.map(({ name, differs, values }) => ({ name, differs, values })),
    },
    lines: instances.length === 0 ? [NONE] : linesOf(needs, instances, settings),
  }
}

function jsonOf({ iso }: ReportNeeds, { host, processId, startedAt, seenAt }: Instance) {
  return { host, process_id: processId, started_at: iso(startedAt), seen_at: iso(seenAt) }
}

/** A setting in all processes. */
export const SETTING = objectSchema<ComparedSetting>('Setting', {
  name: textSchema('Its name.'),
  differs: booleanSchema('Processes of one service should have the same value, and have not.'),
  values: listOf(
    objectSchema<ComparedSetting['values'][number]>('SettingValue', {
      value: orNull(textSchema('Empty where nothing is set; null for a secret.')),
      given: textSchema('By what it was given: `variable`, `file` or `default`.'),
      places: listOf(textSchema('A process that has it.')),
    }),
  ),
})

/** What `portico settings` answers. */
export const SETTINGS_REPORT = objectSchema('SettingsReport', {
  processes: listOf(
    objectSchema<ReturnType<typeof jsonOf>>('Process', {
      host: textSchema('The machine.'),
      process_id: { type: 'integer', description: 'Its number there.' },
      started_at: instantSchema('When it started.'),
      seen_at: instantSchema('When it last said that it runs.'),
    }),
  ),
  settings: listOf(SETTING),
})

const NONE = 'No process of the service runs on this database: start one with portico serve.'

function linesOf(
  { table, when }: ReportNeeds,
  instances: readonly Instance[],
  settings: readonly ComparedSetting[],
): readonly AnswerPart[] {
  const running = instances.map((one) => [placeOf(one), when(one.startedAt), when(one.seenAt)])
  const read = settings.flatMap(({ name, values }) =>
    values.map(({ value, given, places }) => [
      name,
      value ?? (given === 'default' ? '' : 'secret'),
      given,
      places.length === instances.length ? 'all' : places.join(' '),
    ]),
  )
  const different = settings.filter(({ differs }) => differs).map(({ name }) => name)
  return [
    ...table(['PROCESS', 'STARTED', 'LAST SEEN'], running),
    '',
    ...table(['SETTING', 'VALUE', 'GIVEN BY', 'IN'], read),
    ...(different.length === 0 ? [] : ['', `These should be the same in all: ${different.join(', ')}.`]),
  ]
}
