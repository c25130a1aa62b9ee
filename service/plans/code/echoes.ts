import type {Assert, Check, Step, Value} from '../recipe.ts';
import {read, readAnswer} from './access.ts';
import {type Answer, type Draft, keyOf} from './draft.ts';
import {fitsBraces, flat, shown, type Template, text} from './expression.ts';
import {readPointer, type Segment} from './pointer.ts';
import {type SentObject, sentObjects} from './sent-fields.ts';
import {loopName} from './shape.ts';
import {writeAssert} from './statement.ts';
import {renderValue} from './value.ts';
import {leavesOften, without} from './without.ts';

type Equality = Extract<Check, {type: 'equals'}>;
type Same = Extract<Check, {type: 'sameAs'}>;

/** Comparisons that one line can say for several fields. */
const plain = new Set<Equality['as']>(['exact', 'trimmed', 'number']);

type Change = {own: Assert[]; names: string[]; source: Step; object: SentObject; before: Answer; same: Same};

/** What was changed has its new value, and all else its old one: said as one when it is about the same fields. */
export function changeGroup(draft: Draft, step: Step, asserts: readonly Assert[]): Change | null {
	const assert = asserts.find(({check}) => check.type === 'sameAs' && check.except.length > 0);
	if (assert?.check.type !== 'sameAs' || step.role === 'setup') return null;
	const same = assert.check;
	const source = draft.recipe.steps.findLast(one => draft.answers.has(one.id) && sentObjects(one).length > 0);
	const before = draft.answers.get(same.step);
	if (!source || !before || source.id === same.step) return null;
	const at = readPointer(same.pointer);
	for (const object of sentObjects(source)) {
		const equal = asserts.filter(one => isEcho(one, object) && isDirectlyBelow(one, at));
		const names = equal.map(nameOf);
		if (names.length > 0 && names.every(name => same.except.includes(name)))
			return {own: [...equal, assert], names, source, object, before, same};
	}
	return null;
}

/** The field that a check of a value is about. */
const nameOf = ({check}: Assert): string => String(readPointer((check as Equality).pointer).at(-1));

const isDirectlyBelow = ({check}: Assert, at: readonly Segment[]): boolean => {
	const segments = check.type === 'equals' ? readPointer(check.pointer) : [];
	return segments.length === at.length + 1 && at.every((part, place) => segments[place] === part);
};

/** Steps whose body has a name, the last one first. */
const lastSent = (draft: Draft): Step[] => draft.recipe.steps.filter(({id}) => draft.answers.get(id)?.sent).reverse();

export function writeChange(
	draft: Draft,
	answer: Answer,
	{names, source, object, before, same}: Change,
	prefix: Template,
): void {
	const others = Object.keys(object.fields).filter(name => !names.includes(name));
	const named = draft.answers.get(source.id)!.sent;
	// What has no name is said again: it is one field.
	const own = {is: 'object' as const, fields: Object.fromEntries(names.map(name => [name, object.fields[name]!]))};
	const said = named === null ? flat(renderValue(draft, own)) : without(draft, read(named, object.at), others);
	// It may have a name above the function.
	const change = said.startsWith('{') ? said.slice(1, -1) : `**${said}`;
	const left = same.except.filter(name => !names.includes(name));
	const earlier = without(draft, readAnswer(before, same.other), left);
	const now = readAnswer(answer, same.pointer);
	const expected = {
		open: '{',
		items: [
			{prefix: '**', value: earlier},
			{prefix: '', value: change},
		],
		close: '}',
	};
	draft.put('expected = ', expected);
	writeAssert(draft, `expected.items() <= ${now}.items()`, [
		...prefix,
		'expected ',
		{code: 'expected'},
		', got ',
		fitsBraces(now) ? {code: now} : 'another record',
	]);
}

export type Echoes = {group: Assert[]; source: Step; object: SentObject};

/** Checks that fields came back as they were sent and that one loop can say together: of what was sent last. */
export function echoGroup(draft: Draft, step: Step, answer: Answer, asserts: readonly Assert[]): Echoes | null {
	const isOwn = answer.sent !== null && sentObjects(step).length > 0;
	for (const source of isOwn ? [step] : lastSent(draft))
		for (const object of sentObjects(source)) {
			const found = asserts.filter(one => isEcho(one, object));
			const [first] = found;
			if (first === undefined) continue;
			const at = readPointer((first.check as Equality).pointer).slice(0, -1);
			const group = found.filter(one => isDirectlyBelow(one, at));
			if (group.length >= 2) return {group, source, object};
		}
	return null;
}

/** Whether a check says that a field of what was sent came back as it is. */
function isEcho({check, provenance}: Assert, {fields}: SentObject): boolean {
	if (check.type !== 'equals' || !plain.has(check.as) || !['rule', 'document'].includes(provenance.from)) return false;
	const field = readPointer(check.pointer).at(-1);
	const value = typeof field === 'string' ? fields[field] : undefined;
	return value !== undefined && isScalar(check.value) && keyOf(value) === keyOf(check.value);
}

const isScalar = (value: Value): boolean =>
	value.is !== 'object' &&
	(value.is !== 'literal' || typeof value.value !== 'object' || value.value === null || Array.isArray(value.value));

const sentExpression = (draft: Draft, source: Step, {at}: SentObject): string =>
	read(draft.answers.get(source.id)!.sent!, at);

export function writeEchoes(draft: Draft, answer: Answer, {group, source, object}: Echoes, prefix: Template): void {
	const sent = sentExpression(draft, source, object);
	const names = group.map(nameOf);
	const [first] = group;
	const record = readAnswer(answer, readPointer((first!.check as Equality).pointer).slice(0, -1));
	const all = Object.keys(object.fields);
	const key = loopName(prefix);
	const rest = all.filter(name => !names.includes(name));
	const mayLeave = leavesOften(draft.recipe) && rest.length < names.length;
	const table = rest.length === 0 ? sent : mayLeave ? without(draft, sent, rest) : null;
	const head = table === null ? null : `for ${key}, wanted in ${table}.items():`;
	const value = head === null ? `${sent}[${key}]` : 'wanted';
	const came = `${record}.get(${key})`;
	const message: Template = ['sent ', {code: key}, ' ', {code: value, repr: true}, ', got back ', shown(came)];
	const check = () => writeAssert(draft, `${came} == ${value}`, [...prefix, ...message], true);
	if (head !== null) draft.block(head, check);
	else {
		const fields = {open: '(', items: names.map(name => ({prefix: '', value: text(name)})), close: ')'};
		draft.put(`for ${key} in `, fields, ':');
		draft.indented(check);
	}
}
