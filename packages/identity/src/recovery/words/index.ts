import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type RecoveryWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about the ways back in, in each language. */
export const RECOVERY_WORDS: Translations<RecoveryWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
