import type {Json} from '../recipe.ts';

/**
 * A Python expression: text, or something in brackets whose items may be broken over lines.
 * `prefix` of an item is what stands before its value: a key with its colon, the name of an argument.
 */
export type Expression = string | Group;
export type Group = {open: string; items: Array<{prefix: string; value: Expression}>; close: string};

/** Columns of a line at the most. */
export const width = 118;

/** The expression in one line. */
export function flat(expression: Expression): string {
	if (typeof expression === 'string') return expression;
	const items = expression.items.map(({prefix, value}) => prefix + flat(value));
	return expression.open + items.join(', ') + expression.close;
}

/**
 * `prefix`, the expression and `suffix` as lines: one when it fits, three for a call whose arguments fit on a line, else
 * one item per line, or, when lines are short of, as many as fit on each.
 *
 * @param indent columns before the first line
 * @param parts whether an address that is longer than a line is parted
 */
export function lay(
	prefix: string,
	expression: Expression,
	suffix: string,
	{indent, packed, parts = false, isItem = false}: {indent: number; packed: boolean; parts?: boolean; isItem?: boolean},
): string[] {
	const space = ' '.repeat(indent);
	const line = space + prefix + flat(expression) + suffix;
	if (parts && line.length > width && typeof expression === 'string') {
		if (isItem) return layAddress(prefix, expression, suffix, indent);
		const two = layAddress('', expression, '', indent + 4);
		if (two.length > 1) return [`${space}${prefix}(`, ...two, `${space})${suffix}`];
	}
	if (line.length <= width || typeof expression === 'string' || expression.items.length === 0) return [line];
	const inner = {indent: indent + 4, packed, parts, isItem: true};
	// The arguments of a call in a line of their own, as a formatter lays them.
	const together = ' '.repeat(inner.indent) + flat({...expression, open: '', close: ''});
	if (isCall(expression) && together.length <= width)
		return [space + prefix + expression.open, together, space + expression.close + suffix];
	const items = packed
		? packItems(expression.items, inner.indent, parts)
		: expression.items.flatMap(item => lay(item.prefix, item.value, commaAfter(item.value), inner));
	return [space + prefix + expression.open, ...items, space + expression.close + suffix];
}

const isCall = ({open, close}: Group): boolean => open.length > 1 && open.endsWith('(') && close === ')';

/** A long address among other items, in two texts that Python reads as one; whole where it has no place to part it. */
function layAddress(prefix: string, address: string, suffix: string, indent: number): string[] {
	const space = ' '.repeat(indent);
	const whole = [space + prefix + address + suffix];
	if (!address.startsWith('f"')) return whole;
	let depth = 0;
	let at = 0;
	for (let place = 2; space.length + prefix.length + place + 1 <= width && place < address.length - 1; place++) {
		const sign = address[place];
		if (sign === '{') depth++;
		else if (sign === '}') depth--;
		else if (sign === '/' && depth === 0) at = place;
	}
	if (at <= 2) return whole;
	const rest = layAddress('', `f"${address.slice(at)}`, suffix, indent);
	return [`${space}${prefix}${address.slice(0, at)}"`, ...(/\{/.test(rest.join('')) ? rest : rest.map(plain))];
}

/** Without the sign of a text in which nothing is filled in. */
const plain = (line: string): string => line.replace('f"', '"');

/** A comprehension is no item that another could follow. */
const commaAfter = (value: Expression): string =>
	typeof value === 'string' && / for \w+(?:, \w+)* in /.test(value) && !/^f?["']/.test(value) ? '' : ',';

function packItems(items: Group['items'], indent: number, parts: boolean): string[] {
	const lines: string[] = [];
	let line = '';
	for (const {prefix, value} of items) {
		const text = `${prefix}${flat(value)}${commaAfter(value)}`;
		if (line !== '' && indent + line.length + 1 + text.length <= width) {
			line += ` ${text}`;
			continue;
		}
		if (line !== '') lines.push(' '.repeat(indent) + line);
		line = '';
		if (indent + text.length <= width) line = text;
		else lines.push(...lay(prefix, value, commaAfter(value), {indent, packed: true, parts, isItem: true}));
	}
	if (line !== '') lines.push(' '.repeat(indent) + line);
	return lines;
}

/** A string as Python source, in double quotes. */
export function text(value: string): string {
	const repeated = value.length > 80 ? repeats(value) : null;
	if (repeated !== null) return repeated;
	const run = /^([^"\\\p{C}])\1{39,}$/u.exec(value);
	if (run) return `"${run[1]}" * ${[...value].length}`;
	const isJson = value.includes('"') && /^[\x20-\x7e]+$/.test(value) && !/['\\]/.test(value);
	return isJson ? `'${value}'` : `"${escaped(value)}"`;
}

const longestUnit = 24;

/** `"amber " * 1666 + "ambx"`: a long text that says the same again and again; null for any other. */
function repeats(value: string): string | null {
	const found = repetition(value);
	if (found === null) return null;
	const {unit, times, rest} = found;
	return `"${escaped(unit)}" * ${times}${rest === '' ? '' : ` + "${escaped(rest)}"`}`;
}

function repetition(value: string): {unit: string; times: number; rest: string} | null {
	for (let length = 1; length <= longestUnit; length++) {
		const unit = value.slice(0, length);
		let times = 1;
		while (value.startsWith(unit, times * length)) times++;
		const rest = value.slice(times * length);
		if (times < 8 || rest.length > 60) continue;
		// Half of a character that takes two units must not be repeated.
		if (/[\ud800-\udbff]$|^[\udc00-\udfff]/.test(unit)) continue;
		return {unit, times, rest};
	}
	return null;
}

/** The inside of a string literal in double quotes. */
export const escaped = (value: string): string =>
	value.replace(/["\\]|[\p{C}\u2028\u2029]/gu, character => {
		const short = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t'}[character];
		if (short !== undefined) return short;
		const code = character.codePointAt(0)!;
		if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
		return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
	});

export const dict = (entries: ReadonlyArray<readonly [string, Expression]>): Group => ({
	open: '{',
	items: entries.map(([key, value]) => ({prefix: `${text(key)}: `, value})),
	close: '}',
});

export const list = (items: readonly Expression[]): Group => ({
	open: '[',
	items: items.map(value => ({prefix: '', value})),
	close: ']',
});

/** `()`, `(1,)`, `(1, 2)`. */
export const tuple = (items: readonly Expression[]): Group => ({
	open: '(',
	items: items.map(value => ({prefix: '', value})),
	close: items.length === 1 ? ',)' : ')',
});

/** A JSON value as Python source; keys stay in their order. */
export function literal(value: Json): Expression {
	if (value === null) return 'None';
	if (typeof value === 'boolean') return value ? 'True' : 'False';
	if (typeof value === 'number') return numberText(value);
	if (typeof value === 'string') return text(value);
	if (Array.isArray(value)) return list(value.map(literal));
	return dict(Object.entries(value).map(([key, item]) => [key, literal(item)] as const));
}

/** JavaScript writes `1e+21`, which Python reads as a float too; whole numbers stay whole. */
function numberText(value: number): string {
	if (!Number.isFinite(value)) return 'None';
	return Number.isInteger(value) && Math.abs(value) >= 1e21 ? BigInt(value).toString() : String(value);
}

/** Text with expressions in it: the pieces of an f-string. */
export type Template = ReadonlyArray<string | {code: string; repr?: boolean; most?: number}>;

/** Whether an expression may stand in the braces of an f-string of Python 3.9: no backslash, one kind of quote. */
export const fitsBraces = (code: string): boolean => !/[\\'\n]/.test(code);

/** A value in a message; one whose expression fits no braces is not shown. */
export const shown = (code: string): Template[number] => (fitsBraces(code) ? {code, repr: true} : 'another value');

/** A template as Python source: a plain string when nothing is in braces. */
export function fString(template: Template): string {
	if (template.every(piece => typeof piece === 'string')) return `"${escaped(template.join(''))}"`;
	return `f"${template.map(insideOf).join('')}"`;
}

/** A piece of a template between the quotes of an f-string. */
function insideOf(piece: Template[number]): string {
	if (typeof piece === 'string') return repeatedInside(piece) ?? doubled(escaped(piece));
	if (!fitsBraces(piece.code)) return '…';
	return `{${piece.code.replaceAll('"', "'")}${piece.repr ? '!r' : ''}${piece.most ? `${piece.repr ? '' : '!s'}:.${piece.most}` : ''}}`;
}

/** Columns that `fString` needs for pieces that come one by one. */
export class FStringSize {
	#plain = 2;
	#formatted = 3;
	#isPlain = true;

	add(piece: Template[number]): void {
		this.#formatted += insideOf(piece).length;
		if (typeof piece === 'string') this.#plain += escaped(piece).length;
		else this.#isPlain = false;
	}

	get columns(): number {
		return this.#isPlain ? this.#plain : this.#formatted;
	}
}

const doubled = (source: string): string => source.replace(/[{}]/g, brace => brace + brace);

/** `{'amber ' * 1665}ambx`: a long piece that says the same again and again, inside of an f-string; null for any other. */
function repeatedInside(piece: string): string | null {
	const found = piece.length > 80 ? repetition(piece) : null;
	if (found === null || !fitsBraces(escaped(found.unit)) || found.unit.includes('"')) return null;
	return `{'${found.unit}' * ${found.times}}${doubled(escaped(found.rest))}`;
}

/** Writes one assertion: its condition, its usual message, and what stands for `{expected}` and `{actual}` in one's own. */
export type Say = (condition: string, usual: Template, expected?: Template, actual?: Template) => void;
