import { CommandRefused } from './command.ts'

/** Loads a package that an installed service may not have. No type and no bundler follows a name in a variable, so nothing of the service leads to it. */
export async function loadPackage<Package>(name: string, says: string): Promise<Package> {
  try {
    const loaded: Package = await import(name)
    return loaded
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !error.message.includes(`'${name}'`)) throw error
    throw new CommandRefused(says)
  }
}
