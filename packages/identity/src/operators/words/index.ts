import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type OperatorWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What an act does to an operator, and what supporters read about one, in each language. */
export const OPERATOR_WORDS: Translations<OperatorWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
