import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type MailedLinkWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about mailed links, in each language. */
export const MAILED_LINK_WORDS: Translations<MailedLinkWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
