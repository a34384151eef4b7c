import type { Translations } from '@portico/identity/parts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type ConsoleWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** The words of the console, in each language. */
export const CONSOLE_WORDS: Translations<ConsoleWords> = { en, es, fr, de, ar, 'zh-Hans': zh }

export type { ConsoleWords } from './en.ts'
