import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type AccountWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about what citizens change on the pages of the account, in each language. */
export const ACCOUNT_WORDS: Translations<AccountWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
