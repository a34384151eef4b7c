import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type PasswordWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What operators read about passwords, in each language. */
export const PASSWORD_WORDS: Translations<PasswordWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
