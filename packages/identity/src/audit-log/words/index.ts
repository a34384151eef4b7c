import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type AuditLogWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What citizens read about what operators read, in each language. */
export const AUDIT_LOG_WORDS: Translations<AuditLogWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
