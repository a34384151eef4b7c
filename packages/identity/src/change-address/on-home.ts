import type { OnHome } from '../moments/index.ts'
import { valuePart } from '../platform/postgres/select-values.ts'
import { countingChange, type FoundChange } from './change-of.ts'
import { changeSection } from './pages/change-address.ts'

/** A change in JSON, which has no bytes. */
type ChangeInJson = Omit<FoundChange, 'passwordMark'> & { readonly passwordMark: string }

/** A change of address that waits, with the form that stops it, or until when it can be undone. */
export const ON_HOME: OnHome<ChangeInJson | null> = {
  asks: ({ citizenId }) => valuePart`
    select json_build_object('securityVersion', security_version, 'passwordMark', encode(password_mark, 'hex'),
                             'newEmail', new_email, 'nextAt', extract(epoch from next_at)::bigint,
                             'doneAt', extract(epoch from done_at)::bigint)
      from address_changes where citizen_id = ${citizenId}`,
  waits(found, { frame, csrfToken, citizen, now }) {
    if (!found) return undefined
    const passwordMark = Buffer.from(found.passwordMark, 'hex')
    const change = countingChange({ ...found, passwordMark }, citizen, now)
    return change && changeSection(frame, csrfToken, change)
  },
}
