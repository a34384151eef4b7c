import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type CitizenWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about acts on an account, in each language. */
export const CITIZEN_WORDS: Translations<CitizenWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
