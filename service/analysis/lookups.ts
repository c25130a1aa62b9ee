import type {RecordedCall} from '../runners/runner.ts';
import {isObject, type JsonObject, type Path, responseJson} from './json-body.ts';
import type {Statement} from './statement.ts';

/** A step into a value; null: whichever, such as of a loop. */
type Step = string | number | null;

/** Where a value comes from that a statement looks into. */
type Source =
	/** An answer. `request`: what the source says of the call; null: it came through a function of the test. */
	| {kind: 'answer'; request: Request | null; path: Step[]}
	/** The test has made it itself. */
	| {kind: 'own'; name: string; line: number}
	| {kind: 'unknown'};

/** What a test wrote to make a call. */
type Request = {method: string; path: RegExp | null};

/** One `base[index]`, or `base.get(index)`, of a statement. */
export type Lookup = {
	base: Source /** As it is spelled; null: worked out when it runs. */;
	index: string | number | null;
};

const deepest = 8;
const farthest = 400;

/** Every lookup of a statement, and where what it looks into came from, as far as the lines above it say. */
export function lookupsOf(statement: Statement | null, code: string | null): Lookup[] {
	if (!statement || code === null) return [];
	const scope: Scope = {lines: code.split(/\r\n|[\n\r]/), line: statement.line, text: statement.text, depth: 0};
	const found: Lookup[] = [];
	for (const {index} of statement.text.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)) walk(statement.text, index, scope, found);
	return found;
}

/** `text`: the statement itself, whose comprehensions set names, too. `line`: 1-based. */
type Scope = {lines: readonly string[]; line: number; text: string; depth: number};

/** Follows a name and what hangs on it; tells where its value came from, and where it ends. */
function walk(text: string, start: number, scope: Scope, found: Lookup[]): {source: Value; end: number} {
	const name = /^[A-Za-z_]\w*/.exec(text.slice(start))?.[0] ?? '';
	let at = start + name.length;
	let path = name;
	let source: Value | null = null;
	const settle = () => (source ??= valueOfName(name, scope));
	for (;;) {
		const rest = text.slice(at);
		const attribute = /^\s*\.\s*([A-Za-z_]\w*)/.exec(rest);
		if (attribute) {
			at += attribute[0].length;
			const args = text[at] === '(' ? inside(text, at) : null;
			if (args !== null) at += args.length + 2;
			const made: Value | null = args === null ? null : madeBy(path, attribute[1]!, args, scope);
			if (made && source === null) source = made;
			else source = ofMember(settle(), attribute[1]!, args, found);
			path += `.${attribute[1]}`;
			continue;
		}
		if (text[at] === '[') {
			const index = inside(text, at);
			if (index === null) break;
			const step = literalOf(index);
			const base: Value = settle();
			found.push({base: asSource(base), index: step});
			source = /:/.test(index) && step === null ? base : into(base, step);
			at += index.length + 2;
			continue;
		}
		if (text[at] === '(') {
			const args = inside(text, at);
			if (args === null) break;
			at += args.length + 2;
			source = ofFunction(path, args, scope);
			continue;
		}
		break;
	}
	return {source: settle(), end: at};
}

/** What a name stands for while it is followed: a response is not yet its body. */
type Value = Source | {kind: 'response'; request: Request | null};

const asSource = (value: Value): Source => (value.kind === 'response' ? {kind: 'unknown'} : value);

const into = (value: Value, step: Step): Value =>
	value.kind === 'answer' ? {...value, path: [...value.path, step]} : value.kind === 'own' ? value : {kind: 'unknown'};

const methods = /^(?:get|post|put|patch|delete|head|options|request)$/i;

/** `requests.get(…)`, `session.post(…)`, `client.get(…)`: not `body.get("id")`. */
function madeBy(receiver: string, method: string, args: string, {lines}: Scope): Value | null {
	if (!methods.test(method) || receiver.includes('.')) return null;
	const isHttp =
		/^(?:requests|httpx|session|client|http|api|s)$/i.test(receiver) ||
		new RegExp(`^[ \\t]*(?:with\\s+.*\\bas\\s+)?${receiver}\\b.*(?:Session|Client)\\(`, 'm').test(lines.join('\n')) ||
		/BASE_URL/.test(args);
	if (!isHttp) return null;
	const named = /^\s*['"](\w+)['"]\s*,/.exec(args);
	const verb = method.toLowerCase() === 'request' ? (named?.[1] ?? '') : method;
	return {
		kind: 'response',
		request: {method: verb.toUpperCase(), path: pathIn(named ? args.slice(named[0].length) : args)},
	};
}

/** The path that an address of a test's source has: `f"{BASE_URL}/notes/{id}"`, `BASE_URL + "/notes/" + id`. */
function pathIn(args: string): RegExp | null {
	const address = /^(?:[^,()[\]]|\([^)]*\)|\[[^\]]*\])*/.exec(args)?.[0] ?? '';
	const texts = [...address.matchAll(/(['"])((?:(?!\1).)*)\1/g)].map(match => match[2]!);
	const text = texts
		.join('{}')
		.replace(/^.*?(?=\/)/, '')
		.replace(/^\/\/[^/]*/, '')
		.split(/[?#]/, 1)[0]!;
	if (!text.startsWith('/')) return null;
	const parts = text.split(/\{[^{}]*\}/).map(part => part.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
	return new RegExp(`${parts.join('[^?#]*')}$`);
}

function ofMember(value: Value, name: string, args: string | null, found: Lookup[]): Value {
	if (value.kind === 'response') {
		if (name === 'json' && args !== null) return {kind: 'answer', request: value.request, path: []};
		return name === 'text' || name === 'content' ? value : {kind: 'unknown'};
	}
	if (args === null) return {kind: 'unknown'};
	if (name === 'get' || name === 'pop') {
		const index = literalOf(args.split(',', 1)[0]!);
		found.push({base: asSource(value), index});
		return into(value, index);
	}
	if (name === 'copy' || name === 'values' || name === 'items') return value;
	return {kind: 'unknown'};
}

/** `lines` of `line for line in lines if line["qty"]`; empty: it is no such loop. */
function listOfLoop(args: string): string {
	const loop = args.slice(Math.max(0, args.search(/\bfor\b/)));
	const place = loop.startsWith('for') ? loop.search(/\bin\b/) : -1;
	if (place < 0) return '';
	const [list = ''] = loop.slice(place + 'in'.length).split(/\sif\s|,/, 1);
	return list.trim().replace(/\)$/, '');
}

/** What a plain function makes of its arguments: a copy of them, or what a function of the test got. */
function ofFunction(name: string, args: string, scope: Scope): Value {
	if (/^(?:list|sorted|reversed|tuple|enumerate|iter)$/.test(name) || name === 'json.loads') {
		const value = comesFrom(args.split(/,\s*key\s*=/, 1)[0]!, scope);
		return name === 'json.loads' && value.kind === 'response'
			? {kind: 'answer', request: value.request, path: []}
			: value;
	}
	if (name === 'next') {
		const each = listOfLoop(args);
		return each === '' ? {kind: 'unknown'} : into(comesFrom(each, scope), null);
	}
	if (name === 'dict' || name === 'set') return {kind: 'own', name, line: scope.line};
	return new RegExp(`^[ \\t]*(?:async\\s+)?def\\s+${name}\\b`, 'm').test(scope.lines.join('\n'))
		? {kind: 'answer', request: null, path: []}
		: {kind: 'unknown'};
}

/** Where the value of a whole expression comes from. */
function comesFrom(expression: string, scope: Scope): Value {
	const text = expression.trim().replace(/^await\s+/, '');
	if (scope.depth > deepest) return {kind: 'unknown'};
	if (/^[{[]/.test(text)) return {kind: 'own', name: text, line: scope.line};
	if (!/^[A-Za-z_]/.test(text)) return {kind: 'unknown'};
	const {source, end} = walk(text, 0, {...scope, depth: scope.depth + 1}, []);
	return /^\s*(?:#.*|or\s.*)?$/s.test(text.slice(end)) ? source : {kind: 'unknown'};
}

/** What a name was last set to above a line, or what a loop or a comprehension around it hands it. */
function valueOfName(name: string, scope: Scope): Value {
	if (scope.depth > deepest) return {kind: 'unknown'};
	const target = `(?:\\w+\\s*,\\s*)?${name}`;
	const own = new RegExp(`\\bfor\\s+${target}\\s+in\\s+(.+)`).exec(scope.text)?.[1];
	if (own !== undefined) return into(comesFrom(ofLoop(own), {...scope, text: '', depth: scope.depth + 1}), null);
	const set = new RegExp(`^\\s*${name}\\s*(?::[^=]+)?=(?!=)(.*)$`);
	const loop = new RegExp(`^\\s*for\\s+${target}\\s+in\\s+(.+):\\s*(?:#.*)?$`);
	const parameter = new RegExp(`^\\s*(?:async\\s+)?def\\s+\\w+\\([^)]*\\b${name}\\b`);
	for (let index = scope.line - 2; index >= Math.max(0, scope.line - farthest); index--) {
		const line = scope.lines[index] ?? '';
		const at: Scope = {...scope, line: index + 1, text: '', depth: scope.depth + 1};
		const right = set.exec(line)?.[1];
		if (right !== undefined) {
			const value = comesFrom(wholeOf(right, scope.lines, index), at);
			return value.kind === 'own' ? {...value, name, line: value.name === name ? value.line : index + 1} : value;
		}
		const each = loop.exec(line)?.[1];
		if (each !== undefined) return into(comesFrom(each, at), null);
		if (parameter.test(line)) break;
	}
	return {kind: 'unknown'};
}

/** `data["items"]` of `data["items"] if p["on"]]`: what a comprehension goes through. */
function ofLoop(text: string): string {
	const {end} = walk(text, 0, {lines: [], line: 0, text: '', depth: deepest}, []);
	return text.slice(0, end);
}

/** The right side of an assignment that may go on in the next lines. */
function wholeOf(right: string, lines: readonly string[], index: number): string {
	let text = right;
	for (let next = index + 1; next < lines.length && next - index < 30 && isOpen(text); next++)
		text += ` ${lines[next]?.trim() ?? ''}`;
	return text;
}

const isOpen = (text: string) =>
	(text.match(/[([{]/g)?.length ?? 0) > (text.match(/[)\]}]/g)?.length ?? 0) && text.length < 4000;

/** What stands between a bracket and the one that closes it; null: nothing closes it. */
function inside(text: string, open: number): string | null {
	let depth = 0;
	let quote: string | null = null;
	for (let at = open; at < text.length; at++) {
		const character = text[at]!;
		if (quote !== null) {
			if (character === '\\') at++;
			else if (character === quote) quote = null;
		} else if (character === '"' || character === "'") quote = character;
		else if ('([{'.includes(character)) depth++;
		else if (')]}'.includes(character) && --depth === 0) return text.slice(open + 1, at);
	}
	return null;
}

function literalOf(text: string): string | number | null {
	const [, , name] = /^\s*(['"])((?:(?!\1)[^\\])*)\1\s*$/.exec(text) ?? [];
	if (name !== undefined) return name;
	return /^\s*-?\d+\s*$/.test(text) ? Number(text) : null;
}

/** A value of an answer that a lookup may have looked into. */
type Place = {call: RecordedCall; path: Path; value: unknown};

const mostEntries = 1000;

/** What a lookup can have looked into, the latest answer first. */
export function placesOf({base}: Lookup, calls: readonly RecordedCall[]): Place[] {
	if (base.kind !== 'answer') return [];
	const {request, path} = base;
	const fits = ({method, url}: RecordedCall) =>
		!request || (method === request.method && (!request.path || request.path.test(url.split(/[?#]/, 1)[0]!)));
	const made = calls.filter(fits);
	return (made.length > 0 ? made : calls).toReversed().flatMap(call => {
		const body = responseJson(call);
		if (body === undefined) return [];
		let places: Place[] = [{call, path: [], value: body}];
		for (const step of path) places = places.flatMap(place => stepInto(place, step)).slice(0, mostEntries);
		return places;
	});
}

function stepInto({call, path, value}: Place, step: Step): Place[] {
	const at = (key: string | number, next: unknown): Place => ({call, path: [...path, key], value: next});
	if (Array.isArray(value)) {
		if (step === null) return value.map((entry, index) => at(index, entry));
		const index = typeof step === 'number' && step < 0 ? value.length + step : step;
		return typeof index === 'number' && index < value.length ? [at(index, value[index])] : [];
	}
	if (!isObject(value)) return [];
	if (step === null) return Object.entries(value).map(([name, next]) => at(name, next));
	return typeof step === 'string' && Object.hasOwn(value, step) ? [at(step, value[step])] : [];
}

/** Whether a value is an object, for what is looked up by name. */
export const isNamed = (place: Place): place is Place & {value: JsonObject} => isObject(place.value);
