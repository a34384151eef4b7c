/**
 * The PostgreSQL role of the console. It reads views that have the tables' names and columns, in which secrets are empty, and adds events to the audit; it changes nothing else
 * (decision 117). Every table is among them by itself, with each column of bytes and each secret text empty, until its room says that a question compares one.
 */
export { isOnSeveralServers, isPrepared, mayDoMore } from './console-rights.ts'
export { dropViews, SIGN_IN_SCHEMA, VIEWS_SCHEMA } from './console-views.ts'
export { type PrepareRefusal, prepareConsole, renewConsoleViews } from './prepare-console.ts'
