/** The rest of an nginx, which a distribution has in its own files, around lines of its `http` block. */
export function nginxAround(folder: string, ...lines: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`)
  return `daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\n${[...paths, ...lines].join('\n')}\n}\n`
}
