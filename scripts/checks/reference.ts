import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { auditEventsPage } from './lib/audit-events-page.ts'
import { tellRooms } from './lib/rooms-told.ts'
import { settingsPage } from './lib/settings-page.ts'
import { fileAt, report } from './lib/source-files.ts'

/** Checks that the pages of docs/reference/ which the code makes are what it lists. `--write` writes them. */
const settings = settingsPage()
const rooms = await tellRooms()
const PAGES = {
  'docs/reference/audit-events.md': auditEventsPage(rooms),
  'docs/reference/settings.md': settings.page,
}

report(
  'these events of the audit have no sentence in `means`',
  rooms.flatMap(({ events }) =>
    Object.entries(events).flatMap(([name, { means }]) => (/^[A-Z].*\.$/s.test(means) ? [] : [name])),
  ),
)
report('no page explains these settings', settings.unexplained)
for (const [path, page] of Object.entries(PAGES))
  if (process.argv.includes('--write'))
    writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), page)
  else
    report(
      `${path} is not what the code lists`,
      fileAt(path).text === page ? [] : ['run: npm run docs:write'],
    )
