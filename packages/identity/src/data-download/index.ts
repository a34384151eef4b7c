/**
 * The copy of their data that citizens take with them: one file of JSON with what each room has about them. The rooms tell it
 * themselves (`OwnData`); `rooms.ts` puts that together, so this room knows none of them. There is no password, token or secret in
 * it, not even as a hash. `docs/runbooks/own-data.md` says what the fields mean.
 *
 * It needs a proof of the last five minutes, because whoever has the file has all of it. Each copy is in the audit and is
 * mailed about. The file is made while it is sent, so no account is too large for it.
 */
export { DATA_DOWNLOAD } from './room.ts'
