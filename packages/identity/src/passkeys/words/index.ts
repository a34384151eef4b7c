import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type PasskeyWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about passkeys, in each language. */
export const PASSKEY_WORDS: Translations<PasskeyWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
