import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type OAuthWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about the endpoints of OAuth, in each language. */
export const OAUTH_WORDS: Translations<OAuthWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
