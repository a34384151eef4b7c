/**
 * `portico-program init`: connects a program that has no code for Portico yet. It writes the settings and the first lines of
 * code, registers the program where it may, brings a database for development, and ends with `doctor`. Nothing else in
 * the package uses this room.
 */
export { INIT_HELP } from './choices.ts'
export { initProgram } from './init-program.ts'
export type { InitNeeds, Step, StepResult } from './needs.ts'
