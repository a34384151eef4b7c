import { objectSchema, textSchema } from '../platform/operation.ts'
import {
  type Answer,
  type Call,
  COMMON_OPTIONS,
  type Command,
  optionsOf,
  SHELLS,
  SOME_COMMAND,
  UsageFault,
} from './command.ts'

/** The script of a shell. */
export const COMPLETION = objectSchema('Completion', {
  shell: { type: 'string', enum: SHELLS.split('|') },
  script: textSchema('The script.'),
})

/** Something that can be typed next, and what it does. */
interface Choice {
  readonly word: string
  readonly meaning: string
}

/** An option that can be typed next, and the list of its values where it has one. */
interface OptionChoice extends Choice {
  readonly takesValue: boolean
  readonly values: readonly string[]
}

/** What can follow some words of a command line. */
interface Place {
  readonly words: readonly Choice[]
  readonly options: readonly OptionChoice[]
  /** Whether a name of the operator's own follows, which may be that of a file. */
  readonly takesOperand: boolean
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

/** Every place by the words before it, such as `client` or `client add`. */
type Places = ReadonlyMap<string, Place>

/** Prints a script that completes words and options in a shell. Everything is in the script, so that no key press starts Node. */
export async function completionCommand({ given }: Call, commands: readonly Command[]): Promise<Answer> {
  const shell = given.operand(SHELLS)
  const write = Object.hasOwn(WRITERS, shell) ? WRITERS[shell] : undefined
  if (!write)
    throw new UsageFault(
      `There is no completion for '${shell}'. Use one of: ${SHELLS.split('|').join(', ')}.`,
    )
  const lines = write(await placesOf(commands))
  return { lines, json: { shell, script: `${lines.join('\n')}\n` } }
}

const WRITERS: Readonly<Record<string, (places: Places) => readonly string[]>> = {
  bash: forBash,
  zsh: forZsh,
  fish: forFish,
}

async function placesOf(commands: readonly Command[]): Promise<Places> {
  const places = new Map<string, Omit<Writable<Place>, 'words'> & { words: Map<string, string> }>()
  const place = (key: string) => {
    const found = places.get(key) ?? { words: new Map<string, string>(), options: [], takesOperand: false }
    places.set(key, found)
    return found
  }
  place('').words.set('help', 'Help for one command')
  const addWords = ({ words, summary }: Command, before: readonly string[] = []) => {
    const parts = words.split(' ')
    return parts.map((part, at) => {
      const found = place([...before, ...parts.slice(0, at)].join(' '))
      const isWhole = at === parts.length - 1
      found.words.set(part, isWhole ? summary : (found.words.get(part) ?? `Commands about ${part}`))
      return found
    })
  }
  for (const command of commands) {
    const { words, operands } = command
    addWords(command)
    const own = place(words)
    own.options = await choicesOf(optionsOf(command))
    const named = operands[0] === SOME_COMMAND ? commands.filter(({ answers }) => answers !== 'nothing') : []
    for (const found of named.flatMap((one) => addWords(one, [words]))) found.options = own.options
    const values = operands[0]?.includes('|') ? operands[0].split('|') : []
    for (const value of values) own.words.set(value, '')
    own.takesOperand = operands.length > 0 && values.length === 0 && named.length === 0
  }
  return new Map(
    [...places].map(([key, place]) => [
      key,
      { ...place, words: [...place.words].map(([word, meaning]) => ({ word, meaning })) },
    ]),
  )
}

async function choicesOf(options: Command['options']): Promise<Place['options']> {
  const all = Object.entries({ ...options, ...COMMON_OPTIONS })
  return Promise.all(
    all.map(async ([name, { kind, meaning, values }]) => ({
      ...{ word: `--${name}`, meaning, takesValue: kind !== 'flag' },
      values: (await values?.()) ?? [],
    })),
  )
}

/** A line of a `case` for each option with a list, by its command and its name. */
function valueCases(places: Places, write: (values: readonly string[]) => string): readonly string[] {
  return [...places].flatMap(([key, { options }]) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(({ word, values }) => `    ${quoted(`${key} ${word}`)}) ${write(values)} ;;`),
  )
}

/** One word of any of the three shells, which read nothing between these quotation marks but the mark itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

const listOf = (choices: readonly Choice[]) => choices.map(({ word }) => word).join(' ')

function forBash(places: Places): readonly string[] {
  const cases = [...places].map(
    ([key, { words, options }]) =>
      `      ${quoted(key)}) next=${quoted(listOf(words))} options=${quoted(listOf(options))} ;;`,
  )
  return [
    '# Completion of portico in bash. In ~/.bashrc: source <(portico completion bash)',
    '_portico() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" option="${COMP_WORDS[COMP_CWORD-1]}"',
    '  local word next="" options="" found=""',
    // To bash, `--cause=misuse` is three words.
    '  [[ $current == = ]] && current=""',
    '  [[ $option == = ]] && option="${COMP_WORDS[COMP_CWORD-2]}"',
    '  local -a said=()',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    [[ $word == -* ]] && break',
    '    said+=("$word")',
    '  done',
    '  [[ ${said[0]:-} == help ]] && said=("${said[@]:1}")',
    '  local -i given=${#said[@]} taken=${#said[@]}',
    '  while [[ -z $found ]]; do',
    '    found=1',
    '    case "${said[*]:0:taken}" in',
    ...cases,
    '      *) found="" taken=$((taken - 1)) ;;',
    '    esac',
    '  done',
    // After an operand, no further word of a command follows.
    '  (( taken < given )) && next=""',
    '  [[ $current == -* ]] && next=$options',
    '  case "${said[*]:0:taken} $option" in',
    ...valueCases(places, (values) => `next=${quoted(values.join(' '))}`),
    '  esac',
    '  mapfile -t COMPREPLY < <(compgen -W "$next" -- "$current")',
    '}',
    'complete -o default -F _portico portico',
  ]
}

function forZsh(places: Places): readonly string[] {
  const described = (choices: readonly Choice[]) =>
    choices.map(({ word, meaning }) => quoted(`${word}:${meaning}`)).join(' ')
  const cases = [...places].map(
    ([key, { words, options }]) =>
      `      ${quoted(key)}) next=(${described(words)}); options=(${described(options)}) ;;`,
  )
  return [
    '#compdef portico',
    '# Completion of portico in zsh. In ~/.zshrc, after compinit: source <(portico completion zsh)',
    '_portico() {',
    '  local -a said next options values',
    '  local word found="" option="${words[CURRENT-1]}"',
    '  if [[ ${words[CURRENT]} == --*=* ]]; then',
    '    option="${words[CURRENT]%%=*}"',
    "    compset -P '*='",
    '  fi',
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    '    [[ $word == -* ]] && break',
    '    said+=("$word")',
    '  done',
    '  [[ ${said[1]:-} == help ]] && shift said',
    '  local -i given=$#said',
    '  while [[ -z $found ]]; do',
    '    found=1',
    '    case "${(j: :)said}" in',
    ...cases,
    '      *) found=""; said=("${(@)said[1,-2]}") ;;',
    '    esac',
    '  done',
    '  (( $#said < given )) && next=()',
    '  case "${(j: :)said} $option" in',
    ...valueCases(places, (values) => `values=(${values.map(quoted).join(' ')})`),
    '  esac',
    '  if (( $#values )); then',
    "    _describe 'value' values",
    '  elif [[ ${words[CURRENT]} == -* ]]; then',
    "    _describe 'option' options",
    '  elif (( $#next )); then',
    "    _describe 'command' next",
    '  else',
    '    _files',
    '  fi',
    '}',
    'compdef _portico portico',
  ]
}

function forFish(places: Places): readonly string[] {
  const keys = [...places.keys()].filter((key) => key !== '')
  const lines = [...places].flatMap(([key, { words, options, takesOperand }]) => [
    ...words.map(
      ({ word, meaning }) =>
        `complete -c portico ${takesOperand ? '' : '-f '}-n ${quoted(`__portico_after ${quotedInside(key)}`)} -a ${quoted(word)} -d ${quoted(meaning)}`,
    ),
    ...options.map(
      ({ word, meaning, takesValue, values }) =>
        `complete -c portico -n ${quoted(`__portico_in ${quotedInside(key)}`)} -l ${word.slice(2)}${takesValue ? ' -r' : ''}${valuesForFish(values)} -d ${quoted(meaning)}`,
    ),
  ])
  return [
    '# Completion of portico in fish: portico completion fish > ~/.config/fish/completions/portico.fish',
    `set -g __portico_places ${keys.map(quoted).join(' ')}`,
    'function __portico_said',
    '  set -l said',
    '  for word in (commandline -opc)[2..]',
    "    string match -q -- '-*' $word; and break",
    '    set -a said $word',
    '  end',
    '  test "$said[1]" = help; and set -e said[1]',
    '  string join -- " " $said',
    'end',
    '# Whether just these words stand before the cursor.',
    'function __portico_after',
    '  test (__portico_said | string collect --allow-empty) = "$argv[1]"',
    'end',
    '# Whether this is the longest command that stands before the cursor.',
    'function __portico_in',
    '  set -l said (__portico_said)',
    '  set -l longest ""',
    '  for place in $__portico_places',
    '    if test "$said" = "$place"; or string match -q -- "$place *" "$said"',
    '      test (string length -- $place) -gt (string length -- "$longest"); and set longest $place',
    '    end',
    '  end',
    '  test "$longest" = "$argv[1]"',
    'end',
    ...lines,
  ]
}

function valuesForFish(values: readonly string[]): string {
  return values.length === 0 ? '' : ` -f -a ${quoted(values.join(' '))}`
}

/** A word within a text that is quoted as a whole. Keys are letters, hyphens and spaces. */
function quotedInside(key: string): string {
  return `"${key}"`
}
