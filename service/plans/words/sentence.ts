import {literalPattern} from '../../domain/literal-pattern.ts';

/** Quotes and dashes as they are typed on a keyboard, one space between words, without courtesies and the final dot. */
export function plain(text: string): string {
	return text
		.replace(/[‘’]/g, "'")
		.replace(/[“”]/g, '"')
		.replace(/[–—]/g, '-')
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/(?<![.!])[.!]+$/, '')
		.replace(/^(?:(?:please|kindly|now|ok(?:ay)?|hey|also please)[, ]+)+/i, '')
		.replace(
			/^(?:(?:can|could|would|will) you (?:please )?|i (?:want|would like|'d like)(?: you)? to |let's |let us |you should |we should |make sure (?:that )?|ensure (?:that )?)/i,
			'',
		)
		.replace(/,? please$/i, '')
		.trim();
}

const joints = /\s*;\s*|\s*\.\s+|\s*,?\s+(?:and then|then|and also|and)\s+|\s*,\s+(?=[a-z])/gi;

/** Every way to cut a sentence in two, the first part as long as possible. */
export function* cuts(sentence: string): Generator<[string, string]> {
	for (const match of [...sentence.matchAll(joints)].reverse()) {
		const head = sentence.slice(0, match.index).trim();
		const tail = sentence.slice(match.index + match[0].length).trim();
		if (head !== '' && tail !== '') yield [head, tail];
	}
}

const numberWords: Record<string, number> = {
	zero: 0,
	one: 1,
	two: 2,
	three: 3,
	four: 4,
	five: 5,
	ten: 10,
	half: 0.5,
	a: 1,
	an: 1,
};

export const numberOf = (word: string): number => numberWords[word.toLowerCase()] ?? Number(word);

/** `250 ms`, `2 s`, `half a second`, `1 minute` in milliseconds. */
export const durationPattern =
	'(\\d+(?:\\.\\d+)?|half an?|an?|one|two|three|five|ten) ?(ms|milliseconds?|msecs?|s|secs?|seconds?|min(?:ute)?s?)';

export function durationOf(amount: string, unit: string): number {
	const number = numberOf(amount.replace(/^half.*/i, 'half'));
	const factor = /^m(?:s|illi|sec)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1000;
	return Math.round(number * factor);
}

/** What a person means by a value: a number, a truth, null, a text with or without quotes. */
export function literalOf(words: string): null | boolean | number | string | undefined {
	const text = words.trim();
	const quoted = /^(["'`])(.*)\1$/.exec(text);
	if (quoted) return quoted[2] ?? '';
	if (/^(?:empty|blank|an empty (?:text|string))$/i.test(text)) return '';
	if (/^(?:null|nothing|none)$/i.test(text)) return null;
	if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
	if (/^(?:negative|below zero)$/i.test(text)) return -1;
	if (/^zero$/i.test(text)) return 0;
	if (/^(?:a |some )?(?:text|string|word)$/i.test(text)) return 'text';
	if (/^-?\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text);
	return text === '' ? undefined : text;
}

/** `one of` the given words as a part of a pattern. */
export const oneOf = (...words: readonly string[]): string => `(?:${words.map(literalPattern).join('|')})`;

/** A pattern over the whole clause; letters of either case. */
export const whole = (source: string): RegExp => new RegExp(`^${source}$`, 'i');
