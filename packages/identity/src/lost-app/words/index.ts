import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type LostAppWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

export type { LostAppWords }

/** What citizens read about lost apps, in each language. */
export const LOST_APP_WORDS: Translations<LostAppWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
