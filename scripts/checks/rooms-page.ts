import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { roomsPage, settingOf } from './lib/rooms-page.ts'
import { keptOfGoneRooms, tellRooms } from './lib/rooms-told.ts'
import { fileAt, report } from './lib/source-files.ts'

/**
 * Checks that docs/rooms.md is what the lists of the rooms say. `npm run rooms` prints it, and `--write` writes it.
 */
const PAGE = 'docs/rooms.md'

const rooms = await tellRooms()
const page = roomsPage(rooms, keptOfGoneRooms())
if (process.argv.includes('--write'))
  writeFileSync(fileURLToPath(new URL(`../../${PAGE}`, import.meta.url)), page)
else if (process.argv.includes('--print')) process.stdout.write(page)
else
  report(
    `${PAGE} is not what the rooms list`,
    fileAt(PAGE).text === page ? [] : ['run: npm run rooms -- --write'],
  )

const settings = fileAt('docs/runbooks/settings.md').text
report(
  'docs/runbooks/settings.md does not explain these settings of limits',
  rooms
    .flatMap(({ limits }) => Object.values(limits).map(({ setting }) => settingOf(setting)))
    .filter((variable) => !settings.includes(`\`${variable}\``)),
)
