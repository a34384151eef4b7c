import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type BreakGlassWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** The letter about a way into the console, and what supporters read about one, in each language. */
export const BREAK_GLASS_WORDS: Translations<BreakGlassWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
