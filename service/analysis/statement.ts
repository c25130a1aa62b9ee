/** The statement of a test's source at which it failed. */
export type Statement = {
	/** 1-based. */
	line: number;
	text: string;
	/** Names it reads out of an answer, `["id"]` and `.get("id")`, those of the variables it uses included. */
	keys: string[];
	/** Headers of an answer that it reads, those of the variables it uses included. */
	headers: string[];
	/** Every text it is written with. */
	literals: string[];
};

/** How much of a long statement is read, how many of its names are followed, and how far back. */
const longest = 4000;
const mostNames = 20;
const farthest = 400;

/** Lines looked at around the failing one for the rest of a statement that is written over several. */
const reach = 6;

/** @param line 1-based; null, or outside of the source: null */
export function statementAt(code: string | null, line: number | null): Statement | null {
	if (code === null || line === null) return null;
	const lines = code.split(/\r\n|[\n\r]/);
	if (lines[line - 1] === undefined) return null;
	const text = joined(lines, line - 1);
	const sources = [text, ...namesIn(text).map(name => assignmentOf(name, lines, line - 1))];
	const keys = new Set(sources.flatMap(keysIn));
	return {
		line,
		text,
		keys: [...keys],
		headers: [...new Set(sources.flatMap(headersIn))],
		literals: [...text.matchAll(/(['"])((?:(?!\1)[^\\\n])+)\1/g)].map(match => match[2]!),
	};
}

/** The statement around a line: back to its `assert`, on to its last closing bracket. */
function joined(lines: readonly string[], index: number): string {
	let first = index;
	if (!/^\s*assert\b/.test(lines[index] ?? ''))
		for (let back = index - 1; back >= 0 && index - back <= reach; back--)
			if (/^\s*assert\b/.test(lines[back] ?? '')) {
				if (depthOf(lines.slice(back, index).join('\n')) > 0) first = back;
				break;
			}
	let last = index;
	while (last - first < reach && last + 1 < lines.length && depthOf(lines.slice(first, last + 1).join('\n')) > 0)
		last++;
	return lines
		.slice(first, last + 1)
		.map(line => line.trim())
		.join(' ')
		.slice(0, longest);
}

/** How many brackets of a text are open at its end; brackets inside of texts count too, which only reads more. */
const depthOf = (text: string): number => (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);

const keysIn = (text: string): string[] =>
	[...text.matchAll(/(?:\[\s*|\.get\(\s*|\.pop\(\s*)(['"])((?:(?!\1).)+)\1/g)].map(match => match[2]!);

const headersIn = (text: string): string[] =>
	[...text.matchAll(/\.headers(?:\[\s*|\.get\(\s*)(['"])([\w-]+)\1/g)].map(match => match[2]!);

/** Plain names in the tested expression, in front of an assertion's message. */
function namesIn(text: string): string[] {
	const tested = text.replace(/^assert\b/, '').replace(/,\s*f?['"].*/s, '');
	return [...new Set(tested.match(/(?<![\w.'"])[A-Za-z_]\w*(?!\w*['"(])/g) ?? [])].slice(0, mostNames);
}

/** The right side of the last assignment to a name above a line; empty when there is none. */
function assignmentOf(name: string, lines: readonly string[], before: number): string {
	const pattern = new RegExp(`^\\s*(?:\\w+\\s*,\\s*)*${name}(?:\\s*,\\s*\\w+)*\\s*(?::[^=]+)?=(?!=)(.*)$`);
	for (let index = before - 1; index >= Math.max(0, before - farthest); index--) {
		const found = pattern.exec(lines[index] ?? '');
		if (found) return found[1] ?? '';
	}
	return '';
}
