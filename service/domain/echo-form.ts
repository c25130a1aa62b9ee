/**
 * How a field comes back that was sent: not at all, in lower or upper case, in another case, with the same letters and
 * digits (other punctuation, blanks or markup), with fewer decimals, as the record that it names, or, of what a server
 * works out, as another value that follows what was changed.
 */
export type EchoForm = 'absent' | 'lower' | 'upper' | 'caseless' | 'letters' | 'rounded' | 'record' | 'follows';

/** A place of an answer by which a record says that it is deleted, and the state that stands there; null: a time. */
export type DeletionMark = {pointer: string; value: string | boolean | null};

const words: Record<EchoForm, string> = {
	absent: 'does not come back',
	lower: 'comes back in lower case',
	upper: 'comes back in upper case',
	caseless: 'comes back in another case',
	letters: 'comes back with other punctuation or markup',
	rounded: 'comes back rounded',
	record: 'comes back as the record that it names',
	follows: 'follows what is changed',
};

/** `comes back in lower case` */
export const wordsOfForm = (form: EchoForm): string => words[form];

/** `status.state is expired` */
export const wordsOfMark = ({pointer, value}: DeletionMark): string =>
	`${pointer.slice(2)} is ${value === null ? 'set' : String(value)}`;
