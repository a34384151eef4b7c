import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type EndedFeedWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** What operators read about the feed of ended sessions, in each language. */
export const ENDED_FEED_WORDS: Translations<EndedFeedWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
