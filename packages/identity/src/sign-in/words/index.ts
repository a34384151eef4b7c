import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type SignInWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about sign-ins, in each language. */
export const SIGN_IN_WORDS: Translations<SignInWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
