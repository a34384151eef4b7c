import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type SupportWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What a supporter is told, in each language. */
export const SUPPORT_WORDS: Translations<SupportWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
