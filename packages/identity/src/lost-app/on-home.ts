import type { OnHome } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { valuePart } from '../platform/postgres/select-values.ts'
import { waitingSection } from './on-pages.ts'

/** A removal of apps that waits: when they go. */
export const ON_HOME: OnHome<UnixSeconds | null> = {
  asks: ({ citizenId }) => valuePart`
    select extract(epoch from due_at)::bigint from app_removals where citizen_id = ${citizenId}`,
  waits: (dueAt, { frame, csrfToken }) =>
    dueAt === null ? undefined : waitingSection(frame, csrfToken, dueAt),
}
