/**
 * Grants, and what belongs to them: authorization codes, access and refresh tokens, ID tokens (RFC 6749 sections 4.1
 * and 6, RFC 7009, RFC 7636, OpenID Connect Core section 3.1.3). A grant is one sign-in of one citizen through one
 * browser session at one program, and ends with that session. It holds its one living refresh token; its access tokens
 * go with it, in the same transaction. Codes and tokens are alive only while their program and their citizen's security
 * version are, too: every statement that relies on one joins these.
 * Who may have a code is decided in `authorization`; what a token says to a program, in `introspection` and `userinfo`.
 */

export { endGrantsOfClient, endGrantsOfSessions } from '../../access/end-grants.ts'
export { forgetExpiredGrants } from '../../access/forget-expired.ts'
export {
  type CodeIssuer,
  type CodeRequest,
  createCodeIssuer,
  type IssueSituation,
  issueCodeIn,
} from '../../access/issue-code.ts'
export { type TokenNeeds, tokenRoutes } from './routes.ts'
export { createTokenDesk, type TokenDesk, type TokenDeskNeeds } from '../../access/token-desk.ts'
