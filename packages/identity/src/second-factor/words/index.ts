import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type CodeWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about codes beside the password, in each language. */
export const CODE_WORDS: Translations<CodeWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
