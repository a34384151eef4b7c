/**
 * Why a page refused, by the reference number that it shows: a limit and until when, a browser without cookies, a form that is too old, a program that is unknown or
 * disabled, and which one where it is registered. A supporter asks by the number. Nothing here says who asked or what was typed, and nothing is kept for more than a week (decision 129).
 *
 * What a page that changed something did is in the audit, and all the rest in the log.
 */
export { countRefusals, type HourlyRefusals } from './count-refusals.ts'
export { findRefusal } from './refusal-store.ts'
export { REFUSALS } from './room.ts'
