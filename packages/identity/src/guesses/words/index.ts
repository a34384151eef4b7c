import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type GuessWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about counted guesses, in each language. */
export const GUESS_WORDS: Translations<GuessWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
