import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isPrintable, readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Brand, BrandLink } from './brand.ts'
import { readBrandText } from './read-brand-text.ts'
import { isObject, readColours, refuseOthers } from './read-colours.ts'
import { readContact } from './read-contact.ts'
import { readLogo } from './read-logo.ts'

const MOST_BYTES = 16 * 1024
const MOST_NAME_CHARACTERS = 60
const LINKS: readonly BrandLink[] = ['help', 'privacy', 'accessibility']

/** Reads the file that says how a deployment looks, and its logo. Refuses it with every fault in words. */
export function readBrandFile(path: string): Result<Brand, readonly string[]> {
  const given = parse(path)
  if (!isObject(given)) return refused([typeof given === 'string' ? given : 'it is not one JSON object'])
  const faults: string[] = []
  refuseOthers(given, ['name', 'logo', 'colours', 'links', 'contact'], 'the file', faults)
  const name = readName(given['name'], faults)
  const logo = logoOf(path, given['logo'], faults)
  const colours = readColours(given['colours'], faults)
  const links = readLinks(given['links'], faults)
  const contact = readContact(given['contact'], faults)
  if (faults.length > 0) return refused(faults)
  const set = { ...(name && { name }), ...(logo && { logo }), ...(colours && { colours }) }
  return accepted({ links, ...set, ...(contact && { contact }) })
}

function parse(path: string): unknown {
  try {
    const about = statSync(path)
    if (!about.isFile() || about.size > MOST_BYTES) return `it is not a file of at most ${MOST_BYTES} bytes`
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return error instanceof SyntaxError
      ? `it is not JSON (${error.message.slice(0, 100)})`
      : 'it cannot be read: check the path and the rights'
  }
}

function readName(given: unknown, faults: string[]): Brand['name'] {
  return readBrandText('name', given, faults, {
    must: `is not a text of 1 to ${MOST_NAME_CHARACTERS} characters on one line`,
    read(text) {
      const name = readText(text, MOST_NAME_CHARACTERS)
      return name.ok && name.value !== '' && isPrintable(name.value) ? name.value : undefined
    },
  })
}

function logoOf(path: string, given: unknown, faults: string[]) {
  if (given === undefined) return undefined
  if (typeof given === 'string' && given !== '') return readLogo(resolve(dirname(path), given), faults)
  faults.push('logo is not the path of a file')
  return undefined
}

function readLinks(given: unknown, faults: string[]): Brand['links'] {
  if (given === undefined) return {}
  if (!isObject(given)) {
    faults.push('links is not an object')
    return {}
  }
  refuseOthers(given, LINKS, 'links', faults)
  const read: { -readonly [Link in BrandLink]?: NonNullable<Brand['links'][Link]> } = {}
  for (const link of LINKS) {
    const address = readBrandText(`links.${link}`, given[link], faults, {
      must: 'is not an address that begins with https://, without a user or password',
      read: (text) => (isSafeAddress(text) ? new URL(text).href : undefined),
    })
    if (address !== undefined) read[link] = address
  }
  return read
}

function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address) || !isPrintable(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}
