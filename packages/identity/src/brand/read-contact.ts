import { isPrintable, readText } from '../platform/plain-text.ts'
import type { BrandContact } from './brand.ts'
import { readBrandText, type TextRule } from './read-brand-text.ts'
import { isObject, refuseOthers } from './read-colours.ts'

const MOST_HOURS_CHARACTERS = 120
const MOST_EMAIL_CHARACTERS = 254
const PHONE = /^\+?[0-9](?:[ -]?[0-9]){1,18}$/
/** A subset of what mail allows: nothing in it changes the meaning of a `mailto:` address. */
const EMAIL = /^[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

const RULES: Readonly<Record<keyof BrandContact, TextRule>> = {
  phone: {
    must: 'is not a number of 2 to 19 digits, with + before it and spaces or hyphens between them if you like',
    read: (text) => (PHONE.test(text) ? text : undefined),
  },
  email: {
    must: 'is not an email address such as help@anytown.example',
    read: (text) => (text.length <= MOST_EMAIL_CHARACTERS && EMAIL.test(text) ? text : undefined),
  },
  hours: {
    must: `is not a text of 1 to ${MOST_HOURS_CHARACTERS} characters on one line`,
    read(text) {
      const hours = readText(text, MOST_HOURS_CHARACTERS)
      return hours.ok && hours.value !== '' && isPrintable(hours.value) ? hours.value : undefined
    },
  },
}

/** Reads how citizens reach the people who help. */
export function readContact(given: unknown, faults: string[]): BrandContact | undefined {
  if (given === undefined) return undefined
  if (!isObject(given)) {
    faults.push('contact is not an object')
    return undefined
  }
  refuseOthers(given, Object.keys(RULES), 'contact', faults)
  const phone = readBrandText('contact.phone', given['phone'], faults, RULES.phone)
  const email = readBrandText('contact.email', given['email'], faults, RULES.email)
  const hours = readBrandText('contact.hours', given['hours'], faults, RULES.hours)
  return { ...(phone && { phone }), ...(email && { email }), ...(hours && { hours }) }
}
