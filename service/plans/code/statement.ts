import type {Assert} from '../recipe.ts';
import type {Draft} from './draft.ts';
import {fString, FStringSize, lay, type Template, width} from './expression.ts';

/**
 * Writes `assert condition, message`, over several lines when it is long; in a table of cases the case is noted.
 *
 * @param goesOn what comes after it takes nothing for granted: more of the same case is noted
 */
export function writeAssert(draft: Draft, condition: string, message: Template, goesOn = false): void {
	if (!goesOn && draft.shapes?.isSaid(draft.indent, condition)) return;
	if (draft.collects) {
		writeFailure(draft, condition, message);
		// Lines after an `assert` may rely on it, and so may those after this.
		if (!goesOn) draft.indented(() => draft.line('continue'));
		return;
	}
	const space = ' '.repeat(draft.indent);
	const line = `${space}assert ${condition}, ${fString(message)}`;
	if (line.length <= width) {
		draft.lines.push(...draft.marked([line]));
		return;
	}
	const short = draft.detail.terse ? fitting(`${space}assert ${condition}, `, message, '', draft.detail.brief) : null;
	if (short !== null) {
		draft.lines.push(...draft.marked([short]));
		return;
	}
	const isShort = `${space}assert ${condition}, (`.length <= width;
	const lines = [
		...(isShort
			? [`${space}assert ${condition}, (`]
			: [`${space}assert (`, ...conditionLines(condition, draft.indent + 4), `${space}), (`]),
		...split(message, width - draft.indent - 4).map(part => `${space}    ${part}`),
		`${space})`,
	];
	draft.lines.push(...draft.marked(lines));
}

/** As much of the message as fits beside the condition; null: next to nothing does, such as the name of a step alone. */
function fitting(start: string, message: Template, end = '', mayBeLabel = false): string | null {
	for (let length = message.length; length > 0; length--) {
		if (!mayBeLabel && isLabel(message[length - 1]) && typeof message[length] === 'string') return null;
		const line = start + fString(finished(message.slice(0, length))) + end;
		if (line.length <= width) return line;
	}
	return null;
}

/** `setup: `, `log in: `: what stands in front of a message. */
const isLabel = (piece: Template[number] | undefined): boolean => typeof piece === 'string' && piece.endsWith(': ');

/** Without the words that lead to what is left out: `expected 200, got ` → `expected 200`. */
function finished(message: Template): Template {
	const last = message.at(-1);
	if (typeof last !== 'string') return message;
	const said = last.replace(/(?:[\s:,;]+(?:got(?: back)?|sent|was|is|of))*[\s:,;]*$/, '');
	if (said === '' && message.length > 1) return finished(message.slice(0, -1));
	return [...message.slice(0, -1), said.replace(/the answer shows$/, 'the answer shows a secret')];
}

/** What the failures of a table of cases are collected in. */
export const failures = 'failures';

/** `if not condition: failures.append(message)`: the cases after this one are tried as well. */
function writeFailure(draft: Draft, condition: string, message: Template): void {
	const space = ' '.repeat(draft.indent);
	const head = `${space}if ${negated(condition)}:`;
	const heads = [`${space}if not (`, ...conditionLines(condition, draft.indent + 4), `${space}):`];
	draft.lines.push(...draft.marked(head.length <= width ? [head] : heads));
	const line = `${space}    ${failures}.append(${fString(message)})`;
	const short = draft.detail.terse
		? fitting(`${space}    ${failures}.append(`, message, ')', draft.detail.brief)
		: null;
	if (line.length <= width) draft.lines.push(line);
	else if (short !== null) draft.lines.push(short);
	else
		draft.lines.push(
			`${space}    ${failures}.append(`,
			...split(message, width - draft.indent - 8).map(part => `${space}        ${part}`),
			`${space}    )`,
		);
}

/**
 * The checks of a case as one chain, `if …: … elif …: …`: each is looked at where those before it hold. What stands behind
 * them is its `else`. As they are where something between them does more than read the answer, or the chain has no room.
 */
export function asChain(lines: readonly string[], indent: number): string[] {
	const space = ' '.repeat(indent);
	const at = (place: number) => plain(lines[place] ?? '');
	const start = lines.findIndex(line => line.startsWith(`${space}if `) && !plain(line).includes('.is_redirect'));
	if (start < 0) return [...lines];
	const read: string[] = [];
	const chain: string[] = [];
	let comments: string[] = [];
	let count = 0;
	let place = start;
	while (place < lines.length) {
		if (at(place).startsWith(`${space}# `)) comments.push(`    ${lines[place]!}`);
		else if (/^ *\w+ = read_json\(\w+\)$/.test(at(place))) read.push(lines[place]!);
		else if (at(place).startsWith(`${space}if `)) {
			let end = place;
			while (!at(end).endsWith(':')) end++;
			let last = end + 1;
			while (last < lines.length && at(last).startsWith(`${space}    `) && at(last).trim() !== 'continue') last++;
			const isEnded = at(last) === `${space}    continue`;
			if (!isEnded && last < lines.length) break;
			const head = lines[place]!.slice(indent);
			const body = lines.slice(end + 1, last);
			if (!body[0]?.includes(`${failures}.append(`)) break;
			chain.push(`${space}${count > 0 ? 'el' : ''}${head}`, ...lines.slice(place + 1, end + 1), ...comments, ...body);
			comments = [];
			count++;
			place = isEnded ? last : last - 1;
		} else break;
		place++;
	}
	const rest = [...comments.map(line => line.slice(4)), ...lines.slice(place)];
	if (rest.length > 0) chain.push(`${space}else:`, ...rest.map(line => `    ${line}`));
	const isUsed = count > 1 || rest.length > 0;
	return isUsed && chain.every(line => plain(line).length <= width)
		? [...lines.slice(0, start), ...read, ...chain]
		: [...lines];
}

/** A line without the sign of what it stands for. */
const plain = (line: string): string => line.split('\u0000', 1)[0]!;

/** A condition over as many lines as it needs: alternatives one by one, a list as far as each line goes. */
function conditionLines(condition: string, indent: number): string[] {
	const space = ' '.repeat(indent);
	if (indent + condition.length <= width) return [space + condition];
	const [, left = '', list = ''] = /^(.* in )\((.+)\)$/.exec(condition) ?? [];
	if (list !== '' && !/ (?:or|and) /.test(left)) {
		const items = list.match(/(?:"(?:[^"\\]|\\.)*"|[^",]+)+/g) ?? [];
		const packed = lay(
			`${left}`,
			{open: '(', items: items.map(one => ({prefix: '', value: one.trim()})), close: ')'},
			'',
			{
				indent,
				packed: true,
			},
		);
		return packed;
	}
	return condition.split(/ (?=or )/).map(part => space + part);
}

const opposites = [
	[' not in ', ' in '],
	[' in ', ' not in '],
	[' == ', ' != '],
	[' != ', ' == '],
	[' is not ', ' is '],
	[' is ', ' is not '],
	[' < ', ' >= '],
	[' <= ', ' > '],
] as const;

/** The opposite of a condition, as a person writes it where it is one comparison. */
export function negated(condition: string): string {
	// What stands in brackets and texts is compared as a whole.
	const outside = withoutInside(condition);
	if (/ (?:and|or|if|for) /.test(outside)) return opposed(condition, outside) ?? `not (${condition})`;
	const inner = /^not (.+)$/.exec(condition)?.[1];
	if (inner !== undefined && isBracketed(inner)) return inner.slice(1, -1);
	const found = opposites.filter(([sign]) => outside.includes(sign));
	if (inner !== undefined) return found.length > 0 ? `not (${condition})` : inner;
	const [sign, opposite] = found[0] ?? ['', ''];
	const at = outside.indexOf(sign);
	const isOne = found.length > 0 && outside.split(sign).length === 2;
	// Of two sets neither need hold the other.
	const isOfSets = /[<>]/.test(sign) && /\.(?:keys|items)\(\.*\)$/.test(outside);
	const isPlain = !isOfSets && found.slice(1).every(([other]) => sign.includes(other));
	return isOne && isPlain
		? condition.slice(0, at) + opposite + condition.slice(at + sign.length)
		: `not ${found.length > 0 ? `(${condition})` : condition}`;
}

/** One of several comparisons holds: none of them does, and the other way round; null: both words stand in it, or none. */
function opposed(condition: string, outside: string): string | null {
	const [word, ...more] = [...new Set(outside.match(/(?<= )(?:and|or|if|for)(?= )/g))];
	if (more.length > 0 || (word !== 'or' && word !== 'and')) return null;
	let start = 0;
	const parts = outside.split(` ${word} `).map(part => {
		const own = condition.slice(start, start + part.length);
		start += part.length + word.length + 2;
		return negated(own);
	});
	return parts.some(part => part.startsWith('not (')) ? null : parts.join(word === 'or' ? ' and ' : ' or ');
}

/** Python with a dot for each character between brackets and between quotes. */
function withoutInside(code: string): string {
	let [depth, quote, outside] = [0, '', ''];
	for (const [place, sign] of [...code].entries()) {
		const isInside = depth > 0 || quote !== '';
		if (quote !== '') quote = sign === quote && code[place - 1] !== '\\' ? '' : quote;
		else if (sign === '"' || sign === "'") quote = sign;
		else depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
		outside += isInside && (depth > 0 || quote !== '') ? '.'.repeat(sign.length) : sign;
	}
	return outside;
}

/** Whether the first bracket is closed by the last one. */
function isBracketed(code: string): boolean {
	let depth = 0;
	for (const [place, sign] of [...code].entries()) {
		depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
		if (depth === 0) return code.startsWith('(') && place === code.length - 1;
	}
	return false;
}

/** A message as string literals that Python joins, each no longer than `room`. */
function split(message: Template, room: number): string[] {
	const parts: string[] = [];
	let open: Array<Template[number]> = [];
	let size = new FStringSize();
	const words = message.flatMap(
		(item): Template => (typeof item === 'string' ? (item.match(/\S+\s*|\s+/g) ?? []) : [item]),
	);
	for (const piece of words) {
		size.add(piece);
		if (open.length > 0 && size.columns > room) {
			parts.push(fString(open));
			open = [];
			size = new FStringSize();
			size.add(piece);
		}
		open.push(piece);
	}
	if (open.length > 0) parts.push(fString(open));
	return parts;
}

type Learned = Pick<Assert, 'provenance' | 'instead' | 'check'>;
const documents = (assert: unknown): boolean => (assert as Assert).provenance?.from === 'document';

/** Where an expectation comes from that only people and the first runs can know; null: from the document, or a rule. */
function originOf({provenance, instead, check}: Learned): string | null {
	// Of a body and its type a document may say as much in another place.
	const isOfStatus = check.type === 'status';
	const {from, where} = provenance;
	if (from !== 'observed' && from !== 'user') return null;
	const said = where
		// Which run it was stands in the plan: two projects that learn the same have the same code.
		.replace(/^run_\w+(?:, seen twice)?/, '')
		.trim()
		.replace(/\s+/g, ' ')
		.replace(/(?<!\.)\.+$/, '');
	return from === 'observed'
		? said
			? `Learned from ${said}.`
			: `Learned from the first runs${instead?.difference && documents(instead.assert) ? ', the document says otherwise' : isOfStatus ? ', the document does not say it' : ''}.`
		: `Wanted: ${said || 'by hand'}.`;
}

/** It stands as a comment above its line, once for those that follow each other. */
export function writeOrigin(draft: Draft, assert: Learned): void {
	const sentence = originOf(assert);
	const {origin, lines, indent} = draft;
	if (sentence === null || (origin?.sentence === sentence && origin.end === lines.length && origin.indent === indent))
		return;
	for (const line of wrap(sentence, width - indent - 2)) draft.line(`# ${line}`);
	draft.origin = {sentence, end: lines.length, indent};
}

/** What was written last belongs to the comment above it, if it comes from there. */
export function stretchOrigin(draft: Draft, assert: Learned): void {
	if (draft.origin?.sentence === originOf(assert)) draft.origin.end = draft.lines.length;
}

/** Text in lines of at most `room` columns. */
export function wrap(text: string, room: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word.slice(0, room));
	}
	return lines;
}
