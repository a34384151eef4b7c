import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type DataWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about the copy of their data, in each language. */
export const DATA_WORDS: Translations<DataWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
