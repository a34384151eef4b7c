import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type FactorWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about everything that signs in beside the password, in each language. */
export const FACTOR_WORDS: Translations<FactorWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
