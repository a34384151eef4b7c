import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type ActivityWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about their activity, in each language. */
export const ACTIVITY_WORDS: Translations<ActivityWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
