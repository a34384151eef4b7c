import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type FourEyesWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What supporters read about acts that wait, in each language. */
export const FOUR_EYES_WORDS: Translations<FourEyesWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
