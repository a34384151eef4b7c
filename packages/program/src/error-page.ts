import type { ProgramErrorCode, SsoErrorParam } from './wire.ts'

/** The page of the documentation about one code, or about one value of `sso_error`. */
export const pageOfCode = (code: ProgramErrorCode | SsoErrorParam): string => `docs/errors/${code}`
