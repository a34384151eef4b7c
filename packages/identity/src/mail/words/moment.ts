import type { UnixSeconds } from '../../platform/clock.ts'
import { instantWords } from '../../platform/date-words.ts'

/** An instant in words. Pages without their script write the same. */
export const moment = (locale: string, at: UnixSeconds): string => instantWords(locale, new Date(at * 1000))
