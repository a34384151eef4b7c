import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type ClientWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What is told about programs, in each language. */
export const CLIENT_WORDS: Translations<ClientWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
