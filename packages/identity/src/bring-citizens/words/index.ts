import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type BringWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about accounts that were brought, in each language. */
export const BRING_WORDS: Translations<BringWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
