/** Labels, hints and problems of forms. */
export const englishForms = {
  labels: {
    full_name: 'Full name',
    email: 'Email address',
    phone_number: 'Phone number',
    password: 'Password',
    new_password: 'New password',
    current_password: 'Current password',
  },
  /** The button beside a new password. */
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  /** Before the length of a new password while it is typed. */
  charactersSoFar: 'Characters so far:',
  hints: {
    email: 'We send a link to this address.',
    phone_number:
      'Programs may call you on this number. We do not. Use up to 20 characters, best with the country code, like +44 20 7946 0000.',
    password: (minimum: number) =>
      `Use at least ${minimum} characters. Four or five words that have nothing to do with each other make a strong password. Spaces are allowed.`,
  },
  fieldProblems: {
    full_name: {
      required: 'Enter your full name',
      blank: 'Enter your full name',
      invalid: 'Enter your name without control characters or line breaks',
      max_length: 'Shorten your name to 150 characters or fewer',
    },
    email: {
      required: 'Enter your email address',
      blank: 'Enter your email address',
      invalid: 'Enter an email address in the form name@example.com',
      max_length: 'Enter an email address of 320 characters or fewer',
    },
    phone_number: {
      required: 'Enter a phone number, or leave the field empty',
      blank: 'Enter a phone number, or leave the field empty',
      invalid: 'Enter the phone number without control characters or line breaks',
      max_length: 'Shorten the phone number to 20 characters or fewer',
    },
    password: {
      blank: 'Enter a password',
      too_short: (minimum: number) => `Use at least ${minimum} characters for your password`,
      too_long: 'Use 256 characters or fewer for your password',
      space_first:
        'Your password begins with a space or a character that cannot be seen. Leave it out: it is easily forgotten when you type the password.',
      space_last:
        'Your password ends with a space or a character that cannot be seen. Leave it out: it is easily forgotten when you type the password.',
      space_around:
        'Your password begins and ends with a space or a character that cannot be seen. Leave them out: they are easily forgotten when you type the password.',
    },
    current_password: {
      required: 'Enter your current password',
      wrong: 'Enter your current password again: this one is not right',
    },
  },
  /** Why a password is easy to guess; `betterPassword` follows. */
  guessablePassword: {
    common: 'This password is on a list that attackers try first.',
    decorated: 'This password is made of well-known words or passwords, with little added.',
    personal: 'This password has your name, email address or phone number in it.',
    service: 'This password has the name of this service or of a program in it.',
    keyboard: 'This password is a row of keys on the keyboard.',
    sequence: 'This password is a row of letters or numbers in their order.',
    repeated: 'This password repeats the same part.',
    dates: 'This password is made of dates or years.',
  },
  betterPassword: 'Use four or more words that have nothing to do with each other.',
  troubles: {
    busy: 'Many people are signing in right now. Nothing was changed. Wait a minute, then try again.',
    unavailable: 'Something on our side is not working. Nothing was changed. Try again in a few minutes.',
    'mail-unavailable':
      'We cannot send email at this moment, so no email was sent just now. Try again in a few minutes.',
    'unknown-browser':
      'There were too many wrong passwords for this account. Sign out and sign in again. Then we tell you how to go on in this browser.',
    'form-expired':
      'This page was open for too long, or somebody has signed in or out since. Nothing was sent. Check what you typed, then send it once more. If you read this again, allow cookies for this site.',
    'link-over':
      'This link has expired, or it was used already. Nothing was changed. What you typed is still here: send it once more, and we send you a new link.',
    wait: (duration: string) => `There were too many attempts. Wait ${duration}, then try again.`,
  },
}
