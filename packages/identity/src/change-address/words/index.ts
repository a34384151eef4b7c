import type { Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type ChangeAddressWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

export type { ChangeAddressWords }

/** What citizens read about a new address, in each language. */
export const CHANGE_ADDRESS_WORDS: Translations<ChangeAddressWords> = { en, es, fr, de, ar, 'zh-Hans': zh }
