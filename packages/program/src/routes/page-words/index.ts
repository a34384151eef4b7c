/** The words of the pages under `/api/v1/sso/` that citizens see, in six languages. No other file has such words. */
import type { VisitorLanguage } from '../../platform/index.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { PageWords } from './page-words.ts'
import { zh } from './zh.ts'

export type { LinkWord, PageSentence } from './page-words.ts'

/** The words of the pages under `/api/v1/sso/`, by language. */
export const PAGE_WORDS: Readonly<Record<VisitorLanguage, PageWords>> = { en, de, fr, es, ar, zh }
