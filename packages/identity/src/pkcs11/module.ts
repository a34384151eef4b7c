import { DynamicLibrary } from 'node:ffi'
import { CKR_OK, isAboutPin, nameOfReturn } from './cryptoki.ts'

type Given = bigint | number

const PARAMETERS = {
  C_Initialize: ['pointer'],
  C_GetSlotList: ['u8', 'pointer', 'pointer'],
  C_GetTokenInfo: ['u64', 'pointer'],
  C_OpenSession: ['u64', 'u64', 'pointer', 'pointer', 'pointer'],
  C_Login: ['u64', 'u64', 'pointer', 'u64'],
  C_GenerateKeyPair: ['u64', 'pointer', 'pointer', 'u64', 'pointer', 'u64', 'pointer', 'pointer'],
  C_FindObjectsInit: ['u64', 'pointer', 'u64'],
  C_FindObjects: ['u64', 'pointer', 'u64', 'pointer'],
  C_FindObjectsFinal: ['u64'],
  C_GetAttributeValue: ['u64', 'u64', 'pointer', 'u64'],
  C_SignInit: ['u64', 'pointer', 'u64'],
  C_Sign: ['u64', 'pointer', 'u64', 'pointer', 'pointer'],
} as const

/** The functions of PKCS#11 that are used here. */
export type FunctionName = keyof typeof PARAMETERS

/** The module could not be loaded, or a function of it has refused. The message names both. */
export class ModuleRefused extends Error {
  override readonly name = 'ModuleRefused'
  /** Another try would bring the token nearer to its lock. */
  readonly isAboutPin: boolean
  constructor(what: string, { aboutPin = false, cause }: { aboutPin?: boolean; cause?: unknown } = {}) {
    super(what, { cause })
    this.isAboutPin = aboutPin
  }
}

/** A module of PKCS#11 in this process. It is called from one thread, one call after the other. */
export interface Module {
  /** Calls a function with the arguments of the standard, in its order. Throws ModuleRefused where it returns anything but `CKR_OK`. */
  call(name: FunctionName, ...given: readonly Given[]): void
}

/** Loads a module. Throws ModuleRefused. */
export function loadModule(path: string): Module {
  const library = loadLibrary(path)
  const functions = new Map(
    Object.entries(PARAMETERS).map(([name, parameters]) => [name, find(library, path, name, parameters)]),
  )
  return {
    call(name, ...given) {
      const returned = functions.get(name)?.(...given) ?? CKR_OK
      if (returned === CKR_OK) return
      const aboutPin = name === 'C_Login' && isAboutPin(returned)
      throw new ModuleRefused(`${name}: ${nameOfReturn(returned)}`, { aboutPin })
    },
  }
}

function loadLibrary(path: string): DynamicLibrary {
  try {
    return new DynamicLibrary(path)
  } catch (cause) {
    throw new ModuleRefused(`${path} cannot be loaded as a library`, { cause })
  }
}

function find(
  library: DynamicLibrary,
  path: string,
  name: string,
  parameters: readonly ('u8' | 'u64' | 'pointer')[],
) {
  try {
    return library.getFunction(name, { arguments: parameters, return: 'u64' })
  } catch (cause) {
    throw new ModuleRefused(
      `${path} has no function ${name}, so it is no module of PKCS#11 that can be used`,
      { cause },
    )
  }
}
