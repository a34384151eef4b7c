/**
 * `npm create @portico/program`: connects a program that has no code for Portico yet. It writes the settings and the first lines of
 * code, registers the program where it may, brings a database for development, and ends with `doctor`. `portico-program init` looks
 * for this package. Nothing of a program that runs uses it.
 */
export { createProgram, type Surroundings } from './create-program.ts'
