/** How people write six digits: apart, in the digits of their language, or with characters that nobody sees. */
export const SPELLINGS = [
  '123456',
  ' 123 456 ',
  '123-456',
  '123\u2013456',
  '\u0661\u0662\u0663\u0664\u0665\u0666',
  '\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6',
  '\u0967\u0968\u0969\u096a\u096b\u096c',
  '\uff11\uff12\uff13\uff14\uff15\uff16',
  '\u200e123456\u200f',
  '\u202a123\u200b456\u202c\ufeff',
]

/** Texts that are no code of six digits. */
export const NO_CODES = ['12345', '1234567', '12345a', '123.456', '']
