import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type RefusalWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What a supporter is told about a page that refused, in each language. */
export const REFUSAL_WORDS: Translations<RefusalWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
