import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type InvestigationWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What operators and citizens read of investigations, in each language. */
export const INVESTIGATION_WORDS: Translations<InvestigationWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
