import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CLIENT_FILE_SCHEMA } from '../../packages/identity/src/client-file/index.ts'
import { auditEventsPage } from './lib/audit-events-page.ts'
import { commandsPage } from './lib/commands-page.ts'
import { errorPages } from './lib/error-pages.ts'
import { exitCodesInCode, exitCodesOnPage } from './lib/exit-codes.ts'
import { findingsPage } from './lib/findings-page.ts'
import { codesInCode } from './lib/names-in-code.ts'
import { tellRooms } from './lib/rooms-told.ts'
import { settingsPage } from './lib/settings-page.ts'
import { fileAt, filesBelow, report } from './lib/source-files.ts'

/** Checks that the pages of docs/reference/ which the code makes are what it lists. `--write` writes them. */
const settings = settingsPage()
const rooms = await tellRooms()
const PAGES = {
  'docs/reference/client-file.schema.json': `${JSON.stringify(CLIENT_FILE_SCHEMA, null, 2)}\n`,
  'docs/reference/audit-events.md': auditEventsPage(rooms),
  'docs/reference/commands.md': await commandsPage(),
  'docs/reference/findings.md': findingsPage(),
  'docs/reference/settings.md': settings.page,
  ...errorPages(),
}
const isWriting = process.argv.includes('--write')
const rootUrl = new URL('../../', import.meta.url)

/** A page that the code has no code for (any more), and a code without a page. */
const ERRORS = 'docs/errors'
const found = filesBelow([ERRORS], () => true).map(({ path }) => path)
const gone = found.filter((path) => !(path in PAGES))
if (isWriting) for (const path of gone) rmSync(new URL(path, rootUrl))
else report('these pages are about no code that the tables have (npm run docs:write removes them)', gone)
const codes = codesInCode()
report(
  'the code has these codes, and no table says what they mean, so they have no page',
  codes.filter((code) => !(`${ERRORS}/${code}.md` in PAGES)),
)
report(
  'these codes have a page, and the code does not have them',
  Object.keys(PAGES)
    .filter((path) => path.startsWith(`${ERRORS}/`) && !path.endsWith('/README.md'))
    .map((path) => path.slice(ERRORS.length + 1, -'.md'.length))
    .filter((code) => !codes.includes(code)),
)
report('docs/reference/codes.md has other exit codes than the code', differencesOfExitCodes())

report(
  'these events of the audit have no sentence in `means`',
  rooms.flatMap(({ events }) =>
    Object.entries(events).flatMap(([name, { means }]) => (/^[A-Z].*\.$/s.test(means) ? [] : [name])),
  ),
)
report('no page explains these settings', settings.unexplained)
mkdirSync(new URL(`${ERRORS}/`, rootUrl), { recursive: true })
for (const [path, page] of Object.entries(PAGES))
  if (isWriting) writeFileSync(fileURLToPath(new URL(path, rootUrl)), page)
  else
    report(
      `${path} is not what the code lists`,
      found.includes(path) || !path.startsWith(`${ERRORS}/`)
        ? differenceOf(path, page)
        : ['it is not there: run npm run docs:write'],
    )

function differenceOf(path: string, page: string): readonly string[] {
  return fileAt(path).text === page ? [] : ['run: npm run docs:write']
}

function differencesOfExitCodes(): readonly string[] {
  const told = exitCodesOnPage(fileAt('docs/reference/codes.md').text)
  return [...exitCodesInCode()].flatMap(([command, inCode]) => {
    const onPage = told.get(command) ?? []
    return inCode.join() === onPage.join()
      ? []
      : [`${command}: ${onPage.join(', ') || 'none'} on the page, ${inCode.join(', ')} in the code`]
  })
}
