import { composeLetter } from '../../packages/identity/src/mail/compose-letter.ts'
import { everyKind, everyLetter, letterName } from '../../packages/identity/src/mail/every-letter.fixture.ts'
import { at, sender } from '../../packages/identity/src/mail/sample-letter.fixture.ts'
import type { ComposedMail } from '../../packages/identity/src/mail/transport.ts'
import type { SamplePage } from '../../packages/identity/src/pages/every-page.fixture.ts'
import { Secret } from '../../packages/identity/src/platform/secret.ts'

/** A letter as a page, with its text part. */
export interface LetterPage extends SamplePage {
  readonly text: string
}

/** The links of a deployment, so that the foot of the letters is seen. */
const links = {
  help: 'https://example.org/help',
  privacy: 'https://example.org/privacy',
  accessibility: 'https://example.org/accessibility',
}

/** Programs that show mail let its style elements in, and nothing that it would load. */
export const LETTER_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

const code = new Secret('012345')

/** The letters that have a code where a page waits for it. */
const WITH_CODE = [
  { ...everyKind.recovery, code },
  { ...everyKind['new-browser'], code },
  { ...everyKind.verification, code },
]

/** One letter of each kind in a language. */
export function letterPages(language: string): readonly LetterPage[] {
  const plain = everyLetter(language).map((letter) => ({ letter, name: `mail-${letterName(letter)}` }))
  const withCode = WITH_CODE.map((letter) => ({ letter, name: `mail-${letter.kind}-with-code` }))
  return [...plain, ...withCode].map(({ letter, name }) => {
    const to = { name: 'Ada Lovelace', address: 'ada@example.org' }
    const composed: ComposedMail = composeLetter(
      { ...sender, brand: { links } },
      { messageId: 'm-1', addressed: { to, language, letter }, at },
    )
    const text = `${composed.subject}\n\n${composed.text}`
    return { name, render: () => composed.html, text }
  })
}
