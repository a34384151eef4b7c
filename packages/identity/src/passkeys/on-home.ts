import type { OnHome } from '../moments/index.ts'
import { inLanguage } from '../platform/languages.ts'
import { valuePart } from '../platform/postgres/select-values.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { PASSKEY_WORDS } from './words/index.ts'

/** The passkeys among the ways to sign in, by their number. One alone is lost with its device. */
export const ON_HOME: OnHome<number> = {
  asks: ({ citizenId }) => valuePart`select count(*)::int from passkeys where citizen_id = ${citizenId}`,
  ways(count, { frame }) {
    const { nav: title, home: text } = inLanguage(PASSKEY_WORDS, frame.language)
    const advice = [text.first, text.second][count]
    return [{ title, state: count === 0 ? text.none : String(count), advice, path: PASSKEY_PATHS.page }]
  },
}
