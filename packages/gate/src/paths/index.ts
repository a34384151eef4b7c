/**
 * What a path asks for beside a session: nothing at all, a ticket in place of the cookie, or a sign-in of a short time ago. A list
 * that opens something holds only for the plain spelling of a path, and one that demands something for every spelling. One rule
 * says which paths are clear, for all lists.
 */
export { clearSpelling } from './clear-path.ts'
export { isListed, isPlainPath, PATHS } from './listed-paths.ts'
export { type CheckedVisitor, createPathGuard, type PathGuard } from './path-guard.ts'
export { type PathRules, readPathRules } from './path-rules.ts'
