import { dateWords } from '../../words/date-words.ts'
import { LANGUAGES, type Language } from '../../words/languages.ts'
import type { Permit } from './permit.ts'

/** A granted permit as a file, in the citizen's language. Null for an application that was not granted. */
export function permitFile(
  permit: Permit,
  language: Language,
): { readonly name: string; readonly text: string } | null {
  if (permit.status !== 'granted' || !permit.decidedAt) return null
  const { file, app } = LANGUAGES[language]
  // The program does not know the citizen's time zone.
  const date = new Intl.DateTimeFormat(app.locale, { dateStyle: 'long', timeZone: 'UTC' })
  const lines = [
    file.title,
    file.plate.replace('{value}', permit.plate),
    file.zone.replace('{value}', app.zones[permit.zone]),
    file.granted.replace('{value}', dateWords(date, new Date(permit.decidedAt))),
    file.permit.replace('{value}', permit.id),
  ]
  return { name: `permit-${permit.plate.replaceAll(' ', '-')}.txt`, text: `${lines.join('\n')}\n` }
}
