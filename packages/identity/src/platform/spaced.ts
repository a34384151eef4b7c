import { type Html, html } from './html.ts'

const BEGINS_WITH_HAN = /^(?:<[^>]*>)*\p{Script=Han}/u

const isChinese = (value: Html): boolean => BEGINS_WITH_HAN.test(value.toString())

/** A value inside a Chinese sentence: with spaces around it, except where it is itself Chinese. */
export const spaced = (value: Html): Html => (isChinese(value) ? value : html` ${value} `)

/** The same before a comma or the end. */
export const spacedBefore = (value: Html): Html => (isChinese(value) ? value : html` ${value}`)
