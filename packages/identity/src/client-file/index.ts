/**
 * Programs by file: `portico apply FILE` makes the registrations of OAuth clients like a file in YAML or JSON, and `portico client export` writes such a file. The
 * file names secrets and never has one. Everything in it is read before anything is compared, shown before anything is changed, and changed in one transaction, by the use
 * cases of the other commands. What the file does not say stays as it is (docs/decisions/0115-programs-by-file.md).
 */
export { readChanges } from './apply-file.ts'
export { CLIENT_CHANGES } from './say-changes.ts'
export { CLIENT_FILE_SCHEMA } from './schema.ts'
export { WRITTEN_CLIENTS, writeClientFile } from './write-file.ts'
