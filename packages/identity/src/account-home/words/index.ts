import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type HomeWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about the home of an account, in each language. */
export const HOME_WORDS: Translations<HomeWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
