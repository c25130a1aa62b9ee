import type {Assert, Check, Step} from '../recipe.ts';
import {got, headerOf, jsonOf, read} from './access.ts';
import type {Answer, Draft} from './draft.ts';
import {type Template, text} from './expression.ts';
import {each, pointerText, readPointer, type Segment, startsWith} from './pointer.ts';
import {activeAsserts, type Usage} from './references.ts';
import {isRuledOut} from './ruled-out.ts';
import {writeAssert} from './statement.ts';
import {typesOf} from './value-rules.ts';

/**
 * Says that what later lines take for granted is there: the id that an address is made of, the list that is gone through.
 * What another check of the step says is not said twice. Only for an answer whose JSON has a name; the function that
 * reads the others says it itself.
 */
export function writeGuards(
	draft: Draft,
	step: Step,
	{body, root}: Answer,
	{needs}: Pick<Usage, 'needs'>,
	prefix: Template,
): void {
	const said = new Set<string>();
	for (const need of needs) {
		const place = need.indexOf(each);
		const segments = (place < 0 ? need : need.slice(0, place)).slice(root.length);
		const key = pointerText(segments);
		if (segments.length === 0 || !startsWith(need, root) || said.has(key)) continue;
		said.add(key);
		if (isChecked(draft, step, [...root, ...segments])) continue;
		const [only] = segments;
		const condition =
			segments.length === 1 && typeof only === 'string'
				? `${text(only)} in ${body}`
				: segments.some(one => typeof one === 'number')
					? whole(body, segments)
					: `${got(body, segments)} is not None`;
		const isList = segments.length === 1 && typeof only === 'number';
		const entry = segments.findIndex(one => typeof one === 'number');
		const message = isList
			? 'expected at least one entry, got none'
			: entry >= 0 && entry === segments.length - 1
				? `${pointerText(segments.slice(0, entry))} has no entry: `
				: entry >= 0
					? `no entry with ${pointerText(segments.slice(entry + 1))} is listed: `
					: `the answer has no ${key}: `;
		writeAssert(draft, condition, [...prefix, message, ...(isList ? [] : [{code: body}])]);
	}
}

/** Every step of the way to a place: a list has an entry, an entry has the field. */
function whole(body: string, segments: readonly Segment[]): string {
	const parts: string[] = [];
	for (const [place, segment] of segments.entries()) {
		const base = read(body, segments.slice(0, place));
		if (typeof segment === 'number') parts.push(base);
		else if (place === segments.length - 1) parts.push(`${text(String(segment))} in ${base}`);
		else if (typeof segments[place + 1] === 'string') parts.push(`${base}.get(${text(String(segment))})`);
		else parts.push(`${text(String(segment))} in ${base}`);
	}
	return parts.join(' and ');
}

/** Whether a check on the type of the place stands in the test anyway. */
function isChecked({detail}: Draft, step: Step, segments: readonly Segment[]): boolean {
	const key = pointerText(segments);
	return activeAsserts(step).some(({check}) => {
		// What is equal to something is there.
		if (check.type === 'equals') return step.role === 'setup' && pointerText(readPointer(check.pointer)) === key;
		if (check.type !== 'shape' || detail.bare || typeof check.schema === 'boolean') return false;
		const at = check.pointer.replace(/^\$\.?/, '');
		return at === key ? typesOf(check.schema).length > 0 : at === '' && requires(check, segments);
	});
}

function requires({schema}: Extract<Check, {type: 'shape'}>, [first, ...more]: readonly Segment[]): boolean {
	if (typeof schema === 'boolean' || typeof first !== 'string' || more.length > 0) return false;
	const required = (schema['required'] as string[] | undefined) ?? [];
	const properties = (schema['properties'] as Record<string, never> | undefined) ?? {};
	return required.includes(first) && properties[first] !== undefined && typesOf(properties[first]).length > 0;
}

/** What later lines take a place for; an index: a list with an entry there. */
type Container = {segments: readonly Segment[]; kind: 'dict' | 'list' | 'records' | number};

/**
 * Names the JSON of a case and says that what its checks go into is there: without it the case is over. Otherwise the first
 * answer of another form would end the test, with what the cases before it have shown.
 */
export function writeCaseGuards(
	draft: Draft,
	step: Step,
	{body, response}: Pick<Answer, 'body' | 'response'>,
	asserts: readonly Assert[],
	prefix: Template,
): void {
	const {subject} = draft;
	draft.subject = {step: step.id, asserts: asserts.map(({id}) => id)};
	const text = `${response}.text[:200]`;
	const over = (condition: string, message: Template) => writeAssert(draft, condition, [...prefix, ...message]);
	const [root, ...inner] = containersOf(asserts);
	if (root) {
		draft.line(`${body} = read_json(${response})`);
		over(holds(body, root.kind), [`expected a JSON ${words(root.kind)}, got `, {code: text, repr: true}]);
	} else {
		draft.block('try:', () => draft.line(`${body} = ${jsonOf(response!)}`));
		draft.block('except ValueError:', () => draft.line(`${body} = NO_JSON`));
		draft.constant('NO_JSON', 'object()');
		over(`${body} is not NO_JSON`, ['expected JSON, got ', {code: text, repr: true}]);
	}
	for (const {segments, kind} of inner) {
		const value = got(read(body, segments.slice(0, -1)), segments.slice(-1));
		const place = pointerText(segments);
		over(holds(value, kind), [`expected ${place} to be a ${words(kind)}, got `, {code: value, repr: true}]);
		if (kind !== 'records') draft.guarded.add(value);
	}
	draft.subject = subject;
}

function holds(value: string, kind: Container['kind']): string {
	if (typeof kind === 'number') return `type(${value}) is list and len(${value}) > ${kind}`;
	if (kind === 'records') return `type(${value}) is list and all(type(item) is dict for item in ${value})`;
	return `type(${value}) is ${kind}`;
}

const words = (kind: Container['kind']): string => {
	if (typeof kind === 'number') return `list with ${kind + 1} or more entries`;
	return {dict: 'record', list: 'list', records: 'list of records'}[kind];
};

/** The records and lists that checks read from, the outer ones first; entries of a list are looked at one by one. */
function containersOf(asserts: readonly Assert[]): Container[] {
	const found = new Map<string, Container>();
	const add = (segments: readonly Segment[], kind: Container['kind']) => {
		const key = pointerText(segments);
		if (!found.has(key)) found.set(key, {segments, kind});
	};
	for (const {check} of asserts) {
		const pointer = check.type === 'contains' ? check.list : 'pointer' in check ? check.pointer : null;
		if (pointer === null || headerOf(pointer) !== null) continue;
		const all = readPointer(pointer);
		const end = all.indexOf(each);
		const names = end < 0 ? all : all.slice(0, end);
		for (const [place, segment] of names.entries())
			add(names.slice(0, place), typeof segment === 'number' ? segment : 'dict');
		const kind = end >= 0 ? 'records' : kindRead(check);
		if (kind !== null) add(names, kind);
	}
	return [...found.values()].sort((a, b) => a.segments.length - b.segments.length);
}

/** What a check takes the value at its place for. */
function kindRead(check: Check): Container['kind'] | null {
	if (check.type === 'contains') return 'records';
	if (check.type === 'sameAs') return check.except.length > 0 ? 'dict' : null;
	if (check.type !== 'shape' || typeof check.schema === 'boolean' || isRuledOut(check.schema)) return null;
	if (typesOf(check.schema).includes('array')) return 'list';
	return check.schema['properties'] === undefined ? null : 'dict';
}
