/** Where a text stops being JSON, and what stands there. `offset` counts UTF-16 units from the start. */
type JsonFault = {offset: number; what: string};

const blanks = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const word = /true|false|null/y;

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/**
 * Finds the first fault of a text that is not JSON; null when it is JSON. `JSON.parse` tells a position only in some
 * versions of V8 and only for some faults, so the position is found here. Keeps its own stack: nesting of any depth is
 * walked without recursion.
 */
export function findJsonFault(text: string): JsonFault | null {
	const open: ('{' | '[')[] = [];
	let expected: Expected = 'value';
	let offset = 0;

	/** Reads a string and says whether it closes; else the offset is where it stops being one. */
	const skipString = (): boolean => {
		offset++;
		for (;;) {
			const character = text[offset];
			if (character === undefined || character < ' ') return false;
			if (character === '\\') {
				if (!skip(escapeSequence)) return false;
			} else {
				offset++;
				if (character === '"') return true;
			}
		}
	};
	const skip = (pattern: RegExp): RegExpExecArray | null => {
		pattern.lastIndex = offset;
		const match = pattern.exec(text);
		if (match) offset += match[0].length;
		return match;
	};
	const fault = (): JsonFault => ({offset, what: describe(text, offset, expected)});
	/** What may follow a finished value. */
	const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma-or-end');

	for (;;) {
		skip(blanks);
		const character = text[offset];
		if (character === undefined) return expected === 'nothing' ? null : fault();
		switch (expected) {
			case 'nothing':
				return fault();
			case 'colon':
				if (character !== ':') return fault();
				offset++;
				expected = 'value';
				break;
			case 'comma-or-end':
				if (character === ',') expected = open.at(-1) === '{' ? 'key' : 'value';
				else if (character === (open.at(-1) === '{' ? '}' : ']')) {
					open.pop();
					expected = afterValue();
				} else return fault();
				offset++;
				break;
			case 'key':
			case 'key-or-end':
				if (expected === 'key-or-end' && character === '}') {
					open.pop();
					offset++;
					expected = afterValue();
				} else if (character === '"') {
					if (!skipString()) return stringFault(text, offset);
					expected = 'colon';
				} else return fault();
				break;
			default:
				if (character === '{' || character === '[') {
					open.push(character);
					offset++;
					expected = character === '{' ? 'key-or-end' : 'value-or-end';
				} else if (character === ']' && expected === 'value-or-end') {
					open.pop();
					offset++;
					expected = afterValue();
				} else if (character === '"') {
					if (!skipString()) return stringFault(text, offset);
					expected = afterValue();
				} else if (skip(number) || skip(word)) expected = afterValue();
				else return fault();
		}
	}
}

const wanted: Record<Expected, string> = {
	value: 'a value is expected',
	'value-or-end': 'a value or ] is expected',
	key: 'a key in double quotes is expected',
	'key-or-end': 'a key in double quotes or } is expected',
	colon: 'a colon is expected',
	'comma-or-end': 'a comma or the closing bracket is expected',
	nothing: 'nothing more is expected',
};

const describe = (text: string, offset: number, expected: Expected): string =>
	offset >= text.length ? `the text ends where ${wanted[expected]}` : wanted[expected];

/** A string that never closes, at the place where it stops being one. */
function stringFault(text: string, offset: number): JsonFault {
	const character = text[offset];
	if (character === undefined) return {offset, what: 'the text ends inside a string'};
	return {offset, what: character === '\\' ? 'no known escape' : 'a control character or line break inside a string'};
}
