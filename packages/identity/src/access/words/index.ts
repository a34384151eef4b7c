import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type AccessWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about sessions and grants, in each language. */
export const ACCESS_WORDS: Translations<AccessWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
