import type { Keyring } from '../platform/keyring.ts'
import { hashOf, isGenuine, type Seal } from './seal.ts'

/** What is wrong with the audit, at which seal and day. */
export interface Break {
  /** The number of the seal. */
  readonly seal: number
  readonly day: string
  readonly what:
    | 'seal-removed'
    | 'seal-changed'
    | 'seal-forged'
    | 'seal-unknown'
    | 'event-changed'
    | 'event-removed'
    | 'event-added'
    | 'event-misdated'
    | 'not-sealed'
  /** One of the events, where that is known. */
  readonly eventId?: string
}

/** Follows the chains of the seals, which come in the order of their numbers. */
export interface ChainReader {
  /** Reads the next seal. Returns what is wrong with it. */
  read(seal: Seal): Break | undefined
  /** What is wrong with the ends of the chains, when all are read. */
  end(): readonly Break[]
}

interface Chain {
  last: Seal
  isSigned: boolean
}

/** Reads seals: each must have the hash of what it says and of the seal before, and the signature of a known key. Of several without one, the first is told. */
export function chainReader(keyring: Pick<Keyring, 'isSigned'>): ChainReader {
  const chains = new Map<string, Chain>()
  const named = new Map<string, { readonly words: string; readonly by: Seal }>()
  const read = (seal: Seal): Break | undefined => {
    const before = chains.get(seal.chain)
    const isSigned = isGenuine(keyring, seal)
    chains.set(seal.chain, { last: seal, isSigned })
    for (const words of seal.heads === '' ? [] : seal.heads.split('\n'))
      named.set(chainOf(words), { words, by: seal })
    const isFirstUnsigned = !isSigned && before?.isSigned !== false
    return faultOf(seal, before?.last) ?? (isFirstUnsigned ? breakAt(seal, 'seal-forged') : undefined)
  }
  const end = () =>
    [...named].flatMap(([chain, { words, by }]) => {
      const last = chains.get(chain)?.last
      return last && headOf(last) === words ? [] : [breakAt(last ?? by, 'seal-removed')]
    })
  return { read, end }
}

function faultOf(seal: Seal, before: Seal | undefined): Break | undefined {
  const begins = seal.kind === 'begun'
  if (begins !== (before === undefined)) return breakAt(seal, begins ? 'seal-changed' : 'seal-removed')
  if (before && seal.number !== before.number + 1)
    return { seal: before.number + 1, day: before.day, what: 'seal-removed' }
  return hashOf(seal, before).equals(seal.hash) ? undefined : breakAt(seal, 'seal-changed')
}

function headOf({ number, chain, hash }: Seal): string {
  return `${number} ${chain} ${hash.toString('hex')}`
}

function chainOf(words: string): string {
  return words.split(' ')[1] ?? ''
}

/** A break at this seal. */
export function breakAt(
  { number, day }: Pick<Seal, 'number' | 'day'>,
  what: Break['what'],
  eventId?: string,
): Break {
  return { seal: number, day, what, ...(eventId !== undefined && { eventId }) }
}
