import type { OnHome, WayTold } from '../moments/index.ts'
import { PATHS } from '../pages/index.ts'
import { inLanguage } from '../platform/languages.ts'
import { valuePart } from '../platform/postgres/select-values.ts'
import { CODE_WORDS } from './words/index.ts'

/** So many recovery codes are few. */
const FEW = 3

/** The apps and the recovery codes of a citizen, by their number. */
interface FoundCodes {
  readonly apps: number
  readonly recoveryCodes: number
}

/** The apps and the recovery codes among the ways to sign in. Without an app there are no recovery codes. */
export const ON_HOME: OnHome<FoundCodes> = {
  asks: ({ citizenId }) => valuePart`
    select json_build_object(
      'apps', (select count(*)::int from authenticators where citizen_id = ${citizenId}),
      'recoveryCodes', (select count(*)::int from recovery_codes where citizen_id = ${citizenId}))`,
  ways({ apps, recoveryCodes }, { frame }) {
    const { home: text, page } = inLanguage(CODE_WORDS, frame.language)
    const path = PATHS.codes
    if (apps === 0) return [{ title: page.title, state: text.noApp, advice: text.addApp, path }]
    const left: WayTold = {
      title: page.recoveryTitle,
      state: recoveryCodes === 0 ? text.noneLeft : String(recoveryCodes),
      advice: recoveryCodes <= FEW ? text.makeNew : undefined,
      path,
    }
    return [{ title: page.title, state: String(apps), path }, left]
  },
}
