import { dateWords } from '../../words/date-words.ts'
import { LANGUAGES, type Language } from '../../words/languages.ts'
import type { Permit } from './permit.ts'

/** A granted permit as a file, in the citizen's language. Null for an application that was not granted. */
export function permitFile(
  permit: Permit,
  language: Language,
  timeZone: string,
): { readonly name: string; readonly text: string } | null {
  if (permit.status !== 'granted' || !permit.decidedAt) return null
  const { file, app } = LANGUAGES[language]
  const grantedOn = dateWords({ locale: app.locale, timeZone }, new Date(permit.decidedAt))
  const lines = [
    file.title,
    file.plate.replace('{value}', permit.plate),
    file.zone.replace('{value}', app.zones[permit.zone]),
    file.granted.replace('{value}', grantedOn),
    file.permit.replace('{value}', permit.id),
  ]
  return { name: `permit-${permit.plate.replaceAll(' ', '-')}.txt`, text: `${lines.join('\n')}\n` }
}
