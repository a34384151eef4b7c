import { fileURLToPath } from 'node:url'
import { LETTER_POLICY, letterPages } from '../../journeys/pages/letter-pages.ts'
import { everyPage, ordinaryTexts } from '../../packages/identity/src/pages/every-page.fixture.ts'
import { wordsFor } from '../../packages/identity/src/pages/words/words-for.ts'
import { LANGUAGES, languageWith } from '../../packages/identity/src/platform/languages.ts'
import { say, sayTrouble, Trouble } from '../../scripts/say.mjs'
import { startChromium } from '../../scripts/test-chromium.ts'
import { MAIN_LANGUAGE, openGallery } from './gallery.ts'
import { hardPages } from './hard-pages.ts'
import type { Findings } from './judge-page.ts'
import { walkPermits } from './permits.ts'
import { walkPages } from './walk.ts'

/**
 * `npm run pages [-- LANGUAGE ...]`: looks at every page in every state, and at every letter, in every language and rendering, and writes
 * pictures of them to docs/pages. Ends with 1 if a page or a letter breaks a rule.
 */
const folder = fileURLToPath(new URL('../../docs/pages/', import.meta.url))
const MEBIBYTE = 2 ** 20

/** The form at the foot of a page that changes its language. */
const CHOICE = { csrfToken: 'c3RhdGVsZXNz', back: '/login/' }

/** All languages, or those that the command names. */
function wantedLanguages(named: readonly string[]): readonly string[] {
  const unknown = named.filter((language) => languageWith(language) === undefined)
  if (unknown.length > 0)
    throw new Trouble(
      `"${unknown.join(' ')}" is no language of the pages: npm run pages -- [${LANGUAGES.join(' ')}].`,
    )
  return named.length > 0 ? named : LANGUAGES
}

async function walkAll(): Promise<Findings> {
  const findings: Findings = { faults: [], remarks: new Map(), looked: 0 }
  const samples = everyPage(ordinaryTexts)
  const gallery = openGallery(folder)
  const wanted = wantedLanguages(process.argv.slice(2))
  const shown = { choice: CHOICE, signedInAs: ordinaryTexts.email }
  const browser = await startChromium()
  for (const language of wanted) {
    say(`${samples.length} pages in "${language}"`)
    const frame = { serviceName: 'Portico', ...wordsFor(language), ...shown }
    const letters = letterPages(language)
    await walkPages(browser, {
      ...{ frame, samples, findings },
      picture: (page, { name }, rendering) => gallery.take(page, { language, name, rendering }),
    })
    say(`${letters.length} letters in "${language}"`)
    await walkPages(browser, {
      ...{ frame, samples: letters, findings, policy: LETTER_POLICY, landmarks: 'main footer' },
      picture: (page, { name }, rendering) => {
        const text = letters.find((letter) => letter.name === name)?.text
        return gallery.take(page, { language, name, rendering, text })
      },
    })
    say(`the page of Parking permits in "${language}"`)
    await walkPermits(browser, { language, findings }, (page, name, rendering) =>
      gallery.take(page, { language, name, rendering }),
    )
  }
  await browser.close()
  const { pictures, bytes } = gallery.close()
  say(`${pictures} pictures, ${(bytes / MEBIBYTE).toFixed(1)} MiB: docs/pages/index.html`)
  return findings
}

try {
  const { faults, remarks, looked } = await walkAll()
  faults.push(...hardPages({ serviceName: 'Portico', ...wordsFor(MAIN_LANGUAGE) }))
  for (const [rule, count] of remarks) say(`beyond the level that must hold (AAA): ${rule}, ${count} times`)
  for (const fault of faults) say(fault)
  say(`${looked} looks at pages, ${faults.length} faults`)
  if (faults.length > 0)
    throw new Trouble(
      'Mend what is above: packages/identity/src/pages, packages/identity/src/mail for letters, examples/parking-permits for permits.',
    )
} catch (error) {
  sayTrouble(error)
  process.exitCode = 1
}
