import type { SentLetter } from '../letter.ts'

/** A place that a letter leads to. */
export interface LetterStep {
  readonly label: string
  readonly address: string
}

/** What a letter says, paragraph by paragraph. */
export interface LetterText {
  readonly subject: string
  readonly before: readonly string[]
  readonly steps: readonly LetterStep[]
  readonly after: readonly string[]
}

/** The letters by their kind. */
export type LetterOf = { readonly [Kind in SentLetter['kind']]: Extract<SentLetter, { kind: Kind }> }

/** Every word of the letters in one language; the service's name is the operator's. */
export interface LetterWords {
  /** As in `Content-Language` (RFC 9110 section 8.5). */
  readonly language: string
  readonly greeting: (name: string | undefined) => string
  readonly footer: (serviceName: string) => string
  readonly letters: {
    readonly [Kind in keyof LetterOf]: (letter: LetterOf[Kind], serviceName: string) => LetterText
  }
}
