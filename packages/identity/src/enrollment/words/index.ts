import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type EnrollmentWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about a registration, in each language. */
export const ENROLLMENT_WORDS: Translations<EnrollmentWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
