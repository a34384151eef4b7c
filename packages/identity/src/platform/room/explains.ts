import type { Clock, UnixSeconds } from '../clock.ts'
import type { Html } from '../html.ts'
import { inLanguage, type Translations } from '../languages.ts'
import type { Database } from '../postgres/database.ts'
import type { LimitSetting } from './limit.ts'

/** Somebody who cannot get in, or a program where nobody can: what a supporter knows of them. */
export interface Caller {
  /** An address, in its stored spelling. It may be one that the account had before, or one that no account has. */
  readonly email?: string
  readonly citizenId?: string
  readonly subject?: string
  readonly clientId?: string
  /** The reference number of a page that the caller has read. */
  readonly requestId?: string
}

/** What keeps somebody out most stands first. */
export const FINDING_WEIGHTS = ['stops', 'slows', 'waits', 'tells'] as const

/** What a finding does: it keeps everybody out, or some tries; something is not finished; or it is only good to know. */
export type FindingWeight = (typeof FINDING_WEIGHTS)[number]

/** What is the same for every finding of a name. */
export interface FindingKind {
  readonly weight: FindingWeight
  /**
   * Who may hear it: `anybody`, where a page says as much to whoever types the address; else only the `owner`, because a thief who calls would learn
   * what the account has.
   */
  readonly to: 'anybody' | 'owner'
}

/** All that a room can find, by names for programs, such as `account-suspended`. */
export type FindingKinds = Readonly<Record<string, FindingKind>>

/** Sentences, one after the other. */
export type Said = readonly (Html | string)[]

/** A finding in words. */
export interface Told {
  /** What the database says. */
  readonly found: Said
  /** What the supporter may do. */
  readonly mayDo?: readonly Way[]
  /** What to tell the caller. */
  readonly tell: Said
}

/** What helps: a command of the machine, or an event of its log, in a sentence where one is needed. */
export interface Way {
  readonly command: string
  readonly says?: (command: Html) => Html
}

/** What a supporter may do by a command. Nothing where there is none. */
export function byCommand(command: string | undefined): Pick<Told, 'mayDo'> {
  return byWays(command === undefined ? [] : [{ command }])
}

/** The same by some. */
export function byWays(ways: readonly Way[]): Pick<Told, 'mayDo'> {
  return ways.length === 0 ? {} : { mayDo: ways }
}

/** The sentence of a way, for whoever has the machine. */
export function sayWay({ command, says }: Way, { exact }: Pick<Reader, 'exact'>): Html {
  return says ? says(exact(command)) : exact(command)
}

/** Who reads the sentences: in which language, and how a value is written in them. */
export interface Reader {
  readonly language: string
  when(at: UnixSeconds): Html
  /** A text that people chose. */
  name(text: string): Html
  /** Why an operator did something, as they typed it: it may name people. */
  reason(text: string): Html
  /** A command, a code or a word of the service, which reads from left to right in every language. */
  exact(text: string): Html
}

/** One thing that a room knows about somebody who cannot get in. */
export interface Finding extends FindingKind {
  readonly name: string
  readonly tellTo: (reader: Reader) => Told
}

/** Makes the findings of a room, each with the words that have its name. One without words does not compile. */
export function findingsOf<
  Kinds extends { readonly [Name in keyof Kinds]: FindingKind },
  Words extends { readonly [Name in keyof Kinds]: object },
>(kinds: Kinds, translations: Translations<Words>) {
  return <Name extends keyof Kinds & keyof Words & string>(
    name: Name,
    tell: (words: Words[Name], reader: Reader) => Told,
  ): Finding => ({
    ...{ name, weight: kinds[name].weight, to: kinds[name].to },
    tellTo: (reader) => tell(inLanguage(translations, reader.language)[name], reader),
  })
}

/** A kind of link that a room mails to citizens, and how a supporter reads that one was asked for. */
export interface OwnLink {
  readonly kind: string
  asked(): Promise<Translations<(at: Html) => Html>>
}

/** What the rooms are asked with. */
export interface ExplainNeeds {
  readonly db: Database
  readonly clock: Clock
  /** The numbers of the limits. */
  readonly limits: Readonly<Record<LimitSetting, number>>
  /** The links of the rooms that bring some. */
  readonly ownLinks: readonly OwnLink[]
}

/** What a room knows about somebody who cannot get in. It changes nothing. */
export type Explains = (needs: ExplainNeeds, caller: Caller) => Promise<readonly Finding[]>
