import type { MomentWords } from '../../platform/date-words.ts'
import type { Html } from '../../platform/html.ts'
import type { LetterText, SentLetter } from '../letter.ts'

/** The letters by their kind. */
export type LetterOf = { readonly [Kind in SentLetter['kind']]: Extract<SentLetter, { kind: Kind }> }

/** All words of the letters in one language. The operator sets the service's name. */
export interface LetterWords {
  /** As in `Content-Language` (RFC 9110 section 8.5). */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly greeting: (name: string | undefined) => string
  /** The sign between a label and its address, with the space that the language puts before it. */
  readonly colon: string
  /** What stands before the code of a link. */
  readonly code: string
  readonly links: Readonly<Record<'help' | 'privacy' | 'accessibility', string>>
  readonly footer: (serviceName: string) => string
  readonly letters: {
    readonly [Kind in keyof LetterOf]: (
      letter: LetterOf[Kind],
      serviceName: string,
      moment: MomentWords,
    ) => LetterText
  }
  /** What a supporter is told. */
  readonly findings: {
    readonly 'mail-waits': {
      readonly waits: (count: number, since: Html) => Html
      readonly putOff: (times: number) => string
      readonly others: (count: number) => string
      readonly noOthers: string
      readonly readLog: (name: Html) => Html
      readonly tellOperator: (command: Html) => Html
      readonly tell: string
    }
  }
}
