const plain = /^[A-Za-z0-9_@%+=:,./-]+$/;
const control = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * A text as one word of a POSIX shell. Single quotes keep everything but themselves; a text with control characters is
 * written as they are escaped.
 */
export function shellWord(text: string): string {
	if (plain.test(text)) return text;
	if (!control.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
	const escaped = [...text].map(character => {
		if (character === "'" || character === '\\') return `\\${character}`;
		if (character === '\n') return '\\n';
		return control.test(character) ? `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}` : character;
	});
	return `$'${escaped.join('')}'`;
}
