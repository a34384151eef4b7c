import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type ClosingWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about closing, in each language. */
export const CLOSING_WORDS: Translations<ClosingWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
