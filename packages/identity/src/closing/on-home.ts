import type { OnHome } from '../moments/index.ts'
import { notice } from '../pages/index.ts'
import { inLanguage } from '../platform/languages.ts'
import { valuePart } from '../platform/postgres/select-values.ts'
import { isRecent } from '../sign-in/index.ts'
import { CLOSING_WORDS } from './words/index.ts'

/** Whoever is signed in has called the closing off: after that sign-in the home says so. */
export const ON_HOME: OnHome<boolean> = {
  asks: ({ citizenId }) => valuePart`
    select exists (select 1 from closings where citizen_id = ${citizenId})`,
  waits: (hasAsked, { frame, session, now }) =>
    hasAsked && isRecent({ session }, now)
      ? notice(inLanguage(CLOSING_WORDS, frame.language).page.kept)
      : undefined,
}
