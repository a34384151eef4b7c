import { isSecretLabel } from '../clients/index.ts'
import { LANGUAGES } from '../platform/languages.ts'
import {
  type At,
  fieldsOf,
  listOf,
  mapOf,
  oneOf,
  orNull,
  placed,
  type Shape,
  text,
  wholeNumber,
} from './shape.ts'

/** What a file may say of a client. A setting that it does not say stays as it is. */
export interface ClientFields {
  readonly name: At<string>
  readonly names: ReadonlyMap<string, At<string>>
  readonly home: At<string | null>
  readonly homes: ReadonlyMap<string, At<string>>
  readonly redirect_uris: readonly At<string>[]
  readonly scope: At<string>
  readonly confirmation: 'first-time' | 'skip-first-time'
  readonly token_limit_per_minute: number | null
  readonly introspection_limit_per_minute: number | null
  readonly secrets: ReadonlyMap<string, At<Partial<SecretFields>>>
}

/** A secret by reference: it never stands in the file itself. */
export interface SecretFields {
  readonly file: At<string>
  readonly env: At<string>
  readonly until: At<string>
}

/** A file of clients. */
export interface FileFields {
  /** For editors, which find the schema by it. */
  readonly $schema: string
  readonly clients: ReadonlyMap<string, At<Partial<ClientFields>>>
  readonly remove: readonly At<string>[]
}

const MOST_PER_MINUTE = 100_000_000

/** The id of a client that is there, or one that may be chosen: adding one is stricter. */
const ID = { pattern: '^[A-Za-z0-9-]{3,64}$', says: 'is no client id: 3 to 64 letters, digits and hyphens' }

/** Whether a name may be the id of a client. */
export function mayBeId(name: string): boolean {
  return new RegExp(ID.pattern, 'u').test(name)
}

const LABEL = {
  pattern: '^[^\\p{Cc}]{1,100}$',
  fits: isSecretLabel,
  says: 'is no label: 1 to 100 printable characters',
}

const LANGUAGE = {
  called: 'The language',
  pattern: `^(${LANGUAGES.join('|')})$`,
  says: `is no language of the pages: there are ${LANGUAGES.join(', ')}`,
}

const SECRET_PARTS: Shape<Partial<SecretFields>> = fieldsOf<SecretFields>(
  'A secret by reference. It is kept as its hash. Give `file` or `env`.',
  {
    file: placed(
      text(
        'A file that has only the secret, on one line. A relative path begins at the folder of this file.',
      ),
    ),
    env: placed(
      text('A variable of the environment that has the secret.', {
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        says: 'the name of a variable: letters, digits and _',
      }),
    ),
    until: placed(
      text(
        'When it ends (UTC), such as 2027-12-01 or 2027-12-01T12:00:00Z. Without it: when it is retired.',
        {
          pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d)?Z)?$',
          says: 'a day or a time in UTC, such as 2027-12-01 or 2027-12-01T12:00:00Z',
        },
      ),
    ),
  },
)

/** That one of both is given, the reader of the secret says. */
const SECRET: Shape<Partial<SecretFields>> = {
  ...SECRET_PARTS,
  schema: { ...SECRET_PARTS.schema, oneOf: [{ required: ['file'] }, { required: ['env'] }] },
}

const CLIENT: Shape<Partial<ClientFields>> = fieldsOf<ClientFields>(
  'A program. What is not given stays as it is; for a new one, the default counts.',
  {
    name: placed(text('The name that citizens read. A new program needs one.')),
    names: mapOf(
      `The names for citizens who read another language (${LANGUAGES.join(', ')}): all of them, so {} removes those that are there.`,
      text('The name in this language.'),
      LANGUAGE,
    ),
    home: placed(
      orNull(
        text('The page that citizens go back to; null for the origin of the first redirect URI (default).'),
      ),
    ),
    homes: mapOf(
      `The same page for citizens who read another language (${LANGUAGES.join(', ')}): all of them, so {} removes those that are there.`,
      text('The page in this language.'),
      LANGUAGE,
    ),
    redirect_uris: listOf(
      'The exact addresses that citizens return to: all of them. A new program needs one.',
      placed(text('An https address.')),
      { least: 1 },
    ),
    scope: placed(text('The scopes that it may ask for, separated by blanks (default: all of them).')),
    confirmation: oneOf('Whether citizens are asked the first time that they enter (default: first-time).', [
      'first-time',
      'skip-first-time',
    ]),
    token_limit_per_minute: orNull(
      wholeNumber('Requests a minute at the token endpoint; null for the limit per address (default).', {
        least: 1,
        most: MOST_PER_MINUTE,
      }),
    ),
    introspection_limit_per_minute: orNull(
      wholeNumber('Requests a minute at introspection; null for the limit per address (default).', {
        least: 1,
        most: MOST_PER_MINUTE,
      }),
    ),
    secrets: mapOf(
      'Secrets to hand in, by their labels. Those that the program has beside them stay.',
      SECRET,
      { called: 'The secret', ...LABEL },
    ),
  },
)

/** The description of the whole file. The schema for editors is made from it, too. */
export const CLIENT_FILE: Shape<Partial<FileFields>> = fieldsOf<FileFields>(
  'Programs of Portico, as OAuth clients.',
  {
    $schema: text('The address of this schema, for editors.'),
    clients: mapOf('Programs, by their client ids. Programs that are not named stay as they are.', CLIENT, {
      called: 'The client',
      ...ID,
    }),
    remove: listOf(
      'The ids of programs to remove, with their secrets and all that citizens have allowed them.',
      placed(text('A client id.', { ...ID, says: 'a client id: 3 to 64 letters, digits and hyphens' })),
      { least: 0 },
    ),
  },
)
