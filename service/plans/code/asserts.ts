import type {Assert, Check, Json, JsonSchema, Step} from '../recipe.ts';
import {got, isUnnamed, readAnswer, entryKey} from './access.ts';
import {type Answer, type Draft, SaidShapes} from './draft.ts';
import {changeGroup, echoGroup, writeChange, writeEchoes} from './echoes.ts';
import {literalText, writeEquals, writeSame} from './equals.ts';
import {fitsBraces, flat, literal, type Template, text, tuple, type Say, width} from './expression.ts';
import {writeHeader} from './header.ts';
import {each, pointerText, readPointer} from './pointer.ts';
import {activeAsserts} from './references.ts';
import {isRuledOut, writeRuledOut} from './ruled-out.ts';
import {isSecretField, secretsSent} from './secrets-sent.ts';
import {writeShape} from './shape.ts';
import {stretchOrigin, writeAssert, writeOrigin} from './statement.ts';
import {isOnly, statusCondition, statusNumbers, statusOf, statusWords} from './status.ts';
import {writeUnlike} from './unlike.ts';
import {renderValue} from './value.ts';

export type AssertOptions = {
	/** Stands in front of every message: the step of a chain, the case of a table. */
	prefix: Template;
	/** A helper has checked the status. */
	statusIsChecked?: boolean;
	/** A variable that holds "got 500: …" already. */
	got?: string | null;
};

/** What a failed setup begins with: the runtime then blocks the test instead of failing it. */
export const setupPrefix = 'setup: ';

/** Writes every check of a step on its answer. */
export function writeAsserts(draft: Draft, step: Step, answer: Answer, options: AssertOptions): void {
	// A setup only has to work: what else its answer must keep is checked where it is the subject.
	const asserts = activeAsserts(step).filter(
		({check}) => step.role !== 'setup' || (check.type !== 'noSecret' && check.type !== 'noTrace'),
	);
	const shapes = new SaidShapes();
	const change = changeGroup(draft, step, asserts);
	const echoed = echoGroup(draft, step, answer, change ? asserts.filter(one => !change.own.includes(one)) : asserts);
	const echoes = echoed?.group ?? [];
	const ordered = [...asserts].sort((a, b) => Number(b.check.type === 'status') - Number(a.check.type === 'status'));
	for (const assert of ordered) {
		if (draft.isTooLong()) break;
		if (change?.own.includes(assert)) {
			draft.subject = {step: step.id, asserts: change.own.map(({id}) => id)};
			if (assert === change.own[0]) writeChange(draft, answer, change, options.prefix);
			continue;
		}
		if (echoes.includes(assert)) {
			draft.subject = {step: step.id, asserts: echoes.map(({id}) => id)};
			if (echoed && assert === echoes[0]) writeEchoes(draft, answer, echoed, options.prefix);
			continue;
		}
		const wider = ordered.find(other => includesStatus(other, assert));
		if (ordered.some(other => includesStatus(assert, other))) continue;
		draft.subject = {step: step.id, asserts: [assert.id, ...(wider ? [wider.id] : [])]};
		const said = wider ? {...assert, message: wider.message} : assert;
		writeOne(draft, step, answer, said, {...options, echoed: echoes, shapes});
		stretchOrigin(draft, assert);
	}
	draft.subject = null;
}

/** Whether the statuses of one expectation are among those of a wider one of the same step: one line says both. */
const includesStatus = (wider: Assert, {check, state, id}: Assert): boolean =>
	wider.id !== id &&
	wider.strength === 'hard' &&
	wider.check.type === 'status' &&
	wider.check.oneOf.every(one => one === '4xx') &&
	state === 'active' &&
	check.type === 'status' &&
	check.oneOf.every(one => String(one).startsWith('4'));

/** `got 500: …`, what every message about a status ends with. */
export const gotText = (draft: Draft, step: Step, response: string): Template => [
	'got ',
	{code: draft.status(response)},
	': ',
	textOf(step, response),
];

/**
 * Whether the message names the request: it is not the one that the test is named after, and no function and no case says
 * which it is.
 */
const isNamed = ({recipe, collects, detail}: Draft, {call: {operation}}: Step, {got}: AssertOptions): boolean =>
	!got &&
	!collects &&
	// A long path takes lines that the longest tests do not have.
	!detail.brief &&
	(recipe.kind === 'integration' ||
		operation.method !== recipe.endpoint.method ||
		operation.path !== recipe.endpoint.path);

/** `POST /users answered 500 instead of 201: …`, in the words of the function that makes the calls of longer tests. */
const cameInstead = (
	draft: Draft,
	step: Step,
	response: string,
	statuses: Parameters<typeof statusWords>[0],
): Template => [
	`${step.call.operation.method} ${step.call.operation.path} answered `,
	{code: draft.status(response)},
	` instead of ${statusNumbers(statuses)}: `,
	textOf(step, response),
];

/** What was answered; a success that may hold a fresh token is not repeated in the words of a failed test. */
const textOf = (step: Step, response: string): Template[number] =>
	activeAsserts(step).some(({check}) => check.type === 'noSecret' && check.hides === true)
		? {code: `'a success' if ${response}.ok else ${response}.text[:200]`}
		: {code: `${response}.text[:200]`};

function writeOne(
	draft: Draft,
	step: Step,
	answer: Answer,
	assert: Assert,
	options: AssertOptions & {echoed: readonly Assert[]; shapes: SaidShapes},
): void {
	const {check} = assert;
	const {response} = answer;
	const prefix = [...options.prefix];
	const say = (condition: string, usual: Template, expected: Template = [], actual: Template = []) => {
		writeOrigin(draft, assert);
		writeAssert(draft, condition, [...prefix, ...messageOf(assert, usual, {expected, actual})]);
	};
	switch (check.type) {
		case 'status': {
			if (options.statusIsChecked || response === null) return;
			say(
				statusCondition(draft.status(response), check.oneOf),
				isNamed(draft, step, options)
					? cameInstead(draft, step, response, check.oneOf)
					: [
							'expected ',
							statusWords(check.oneOf),
							', ',
							...(options.got ? [{code: options.got}] : gotText(draft, step, response)),
						],
				[statusWords(check.oneOf)],
				[{code: draft.status(response)}, ': ', textOf(step, response)],
			);
			return;
		}
		case 'noServerError':
			// A check of the status says the same and more.
			if (response === null || isOnly(step, 1, 2, 3, 4)) return;
			say(`${draft.status(response)} < 500`, [
				'the server broke: ',
				...(options.got ? [{code: options.got}] : gotText(draft, step, response)),
			]);
			return;
		case 'noTrace':
			// One look says both; only an answer that is no success can show the inside of a server.
			if (activeAsserts(step).some(({check: other}) => other.type === 'noSecret') || isOnly(step, 1, 2, 3)) return;
			writeLeaks(draft, step, response, ['*'], options, say);
			return;
		case 'noSecret':
			writeLeaks(draft, step, response, check.allowed, options, say);
			return;
		case 'contentType': {
			if (response === null) return;
			const actual = `${response}.headers.get("Content-Type", "")`;
			say(
				`${actual}.startswith(${text(check.is)})`,
				['expected ', check.is, ', got ', {code: actual, repr: true}],
				[check.is],
				[{code: actual, repr: true}],
			);
			return;
		}
		case 'latency': {
			if (response === null) return;
			const seconds = `${response}.elapsed.total_seconds()`;
			say(`${seconds} <= ${check.ms / 1000}`, [
				`expected an answer within ${check.ms} ms, it took `,
				{code: `${seconds}:.3f`},
				' s',
			]);
			return;
		}
		case 'header':
			writeHeader(draft, step, answer, check, say);
			return;
		case 'shape': {
			// That it has an entry to be borrowed is said where that is read.
			const isBorrowed = step.role === 'setup' && assert.id === 'not-empty' && !isUnnamed(answer);
			if (isSaid(step, check) || isBorrowed) return;
			if (isRuledOut(check.schema)) {
				writeRuledOut(readAnswer(answer, check.pointer), check.schema, say);
				return;
			}
			if (isChoice(check.schema)) {
				const actual = readAnswer(answer, check.pointer);
				const allowed = flat(tuple(check.schema.enum.map(literal)));
				const came: Template = [{code: actual, repr: true}];
				say(`${actual} in ${allowed}`, ['expected one of ', allowed, ', got ', ...came], [allowed], came);
				return;
			}
			const start = draft.lines.length;
			writeOrigin(draft, assert);
			const above = draft.lines.length;
			if (assert.id === 'some-entry') prefix.unshift(setupPrefix);
			options.shapes.isLearned = isLearned(assert);
			draft.shapes = options.shapes;
			writeShape(draft, readAnswer(answer, check.pointer), withoutEchoes(draft, check.schema, options.echoed), {
				closed: check.closed,
				prefix,
			});
			draft.shapes = null;
			// All of it was said: there is nothing to comment on.
			if (draft.lines.length === above) draft.lines.length = start;
			return;
		}
		case 'equals':
			writeEquals(draft, step, answer, check, say);
			return;
		case 'sameAs':
			writeSame(draft, answer, check, say);
			return;
		case 'contains':
			writeContains(draft, answer, check, say);
			return;
		case 'every': {
			const list = readAnswer(answer, check.list);
			const field = got('item', readPointer(check.field));
			const wanted = flat(renderValue(draft, check.value));
			// What is null has no place in an order.
			const off =
				check.op === '='
					? `${field} for item in ${list} if ${field} != ${wanted}`
					: `one for one in (${field} for item in ${list}) if one is None or one ${{'<=': '>', '>=': '<'}[check.op]} ${wanted}`;
			const line = `others = [${off}]`;
			if (draft.indent + line.length <= width) draft.line(line);
			else for (const part of ['others = [', ...off.split(/ (?=if )/).map(one => `    ${one}`), ']']) draft.line(part);
			const said: Template =
				check.value.is === 'literal'
					? [literalText(check.value.value)]
					: fitsBraces(wanted)
						? [{code: wanted, repr: true}]
						: ['asked for'];
			say(
				'not others',
				[`entries with ${beyond(pointerText(readPointer(check.field)), check.op)} `, ...said, ': ', {code: 'others'}],
				said,
				[{code: 'others'}],
			);
			return;
		}
		case 'ordered': {
			const list = readAnswer(answer, check.list);
			const item = got('item', readPointer(check.by));
			const {among} = check;
			// Of those that the test has made all are there, and nobody else's decide.
			const count = among?.isSent ? `len(keys) == ${among.handles.length} and ` : '';
			const key = !check.isText ? item : among ? `str(${item})` : `str(${item}).casefold()`;
			if (among && !draft.locals.has(ownHandles)) {
				draft.put('own = ', tuple(among.handles.map(one => renderValue(draft, one))));
				draft.locals.set(ownHandles, 'own');
			}
			const only = among
				? `${got('item', [among.field])} in own${among.isSent ? '' : ` and ${item} is not None`}`
				: `${item} is not None`;
			draft.line(`keys = [${key} for item in ${list} if ${only}]`);
			const order = check.descending ? 'sorted(keys, reverse=True)' : 'sorted(keys)';
			say(
				`${count}keys == ${order}`,
				[`the entries are not in the order of ${check.by}: `, {code: 'keys'}],
				[check.by],
				[{code: 'keys'}],
			);
			return;
		}
		case 'unlike':
			writeUnlike(draft, response, check.step, (condition, usual) => {
				writeOrigin(draft, assert);
				writeAssert(draft, condition, usual);
			});
			return;
		case 'content': {
			if (response === null) return;
			const bytes = flat(renderValue(draft, check.value));
			const actual: Template = [{code: `${response}.content[:60]`, repr: true}];
			say(`${response}.content == ${bytes}`, ['other bytes came back: ', ...actual], ['what was sent'], actual);
			return;
		}
		case 'pages':
			return;
	}
}

/** What a filter has not left out: `another category than`, `priceCents above`. */
const beyond = (field: string, op: '=' | '<=' | '>='): string =>
	op === '=' ? `another ${field} than` : `${field} ${op === '<=' ? 'above' : 'below'}`;

/** One of several values, and nothing else is said of it. */
const isChoice = (schema: JsonSchema): schema is {enum: Json[]} =>
	typeof schema === 'object' && Object.keys(schema).join() === 'enum' && Array.isArray(schema['enum']);

/** The name that the handles of all own records have in a test, among its locals. */
const ownHandles = 'own handles';

const isLearned = ({provenance: {from, since, runId}}: Assert): boolean =>
	from === 'observed' && since === 'learned' && runId !== null;

/** Whether another shape of the step says that a field is there and what it is. */
function isSaid(step: Step, {pointer, schema}: Extract<Check, {type: 'shape'}>): boolean {
	if (typeof schema === 'boolean' || schema['properties'] !== undefined || schema['items'] !== undefined) return false;
	if (schema['minItems'] !== undefined) return false;
	const segments = readPointer(pointer);
	const field = segments.at(-1);
	return activeAsserts(step).some(({check}) => {
		if (check.type !== 'shape' || check.pointer === pointer || typeof check.schema === 'boolean') return false;
		let inner: JsonSchema | undefined = check.schema;
		for (const part of segments.slice(readPointer(check.pointer).length, -1)) {
			const properties: unknown = typeof inner === 'object' ? inner['properties'] : undefined;
			inner = typeof part === 'string' ? (properties as Record<string, JsonSchema> | undefined)?.[part] : undefined;
		}
		if (typeof inner !== 'object') return false;
		const required = (inner['required'] as string[] | undefined) ?? [];
		const properties = inner['properties'] as Record<string, JsonSchema> | undefined;
		return typeof field === 'string' && required.includes(field) && typeof properties?.[field] === 'object';
	});
}

/** A field that has to come back as it was sent has the right type; said twice only while there is room. */
function withoutEchoes(draft: Draft, schema: JsonSchema, echoed: readonly Assert[]): JsonSchema {
	if (draft.detail.shape > 0 || typeof schema === 'boolean' || echoed.length === 0) return schema;
	const names = new Set(
		echoed.map(({check}) => (check.type === 'equals' ? readPointer(check.pointer).at(-1) : undefined)),
	);
	const required = ((schema['required'] as string[] | undefined) ?? []).filter(name => !names.has(name));
	return {...schema, required};
}

/** An answer shows no secret, and a refusal not the inside of the server: the runtime's `leaks` knows both. */
function writeLeaks(
	draft: Draft,
	step: Step,
	response: string | null,
	allowed: readonly string[],
	{prefix, got}: AssertOptions,
	say: Say,
): void {
	if (response === null || (step.call.operation.method === 'DELETE' && isOnly(step, 2)) || hasNoBody(step)) return;
	const found = leaksOf(response, allowed);
	if (saysWhatLeaks(draft)) draft.line(`# ${whatLeaks}`);
	say(`not ${found}`, [
		...(prefix.length > 0 ? [] : ofAct(draft, step)),
		'the answer shows ',
		{code: found},
		...(got ? [` (status `, {code: draft.status(response)}, ')'] : []),
	]);
	writeNotRepeated(draft, step, response, say);
}

/** Whether all that is accepted is an answer that cannot have a body. */
const hasNoBody = (step: Step): boolean =>
	statusOf(step)?.check.oneOf.every(status => status === 204 || status === 304) === true;

/** Whether it has to be said what the function is that nothing in the test defines: once, where there is room. */
export function saysWhatLeaks(draft: Draft): boolean {
	if (draft.detail.dense || draft.isExplained) return false;
	draft.isExplained = true;
	return true;
}

export const whatLeaks = 'leaks() is built in: it names secrets and traces of the server in an answer.';

/** `leaks(response, "token")`: what the answer shows that nobody should see, but for fields that the document names. */
export const leaksOf = (response: string, allowed: readonly string[]): string =>
	`leaks(${[response, ...allowed.filter(name => name === '*' || isSecretField(name)).map(text)].join(', ')})`;

/** A refusal may name the field of a secret that was sent, and never repeats its value. */
function writeNotRepeated(draft: Draft, step: Step, response: string, say: Say): void {
	for (const {name, value} of secretsSent(step))
		say(`${flat(renderValue(draft, value))} not in ${response}.text`, [`the answer repeats the ${name} that was sent`]);
}

/** Which request it was, where a test makes several that are its subject. */
const ofAct = ({recipe, collects}: Draft, step: Step): Template =>
	!collects && step.role === 'act' && recipe.steps.filter(({role}) => role === 'act').length > 1
		? [`${step.title}: `]
		: [];

/** Characters of the ids of a list that a message shows. */
const mostListed = 200;

function writeContains(draft: Draft, answer: Answer, check: Extract<Check, {type: 'contains'}>, say: Say): void {
	const segments = readPointer(check.list);
	const handle = flat(renderValue(draft, check.handle));
	const list = segments.includes(each)
		? readAnswer(answer, check.list)
		: `[item.get(${text(entryKey(check.handle))}) for item in ${readAnswer(answer, check.list)}]`;
	const operator = check.present ? 'in' : 'not in';
	const said: Template = fitsBraces(handle) ? [{code: handle, repr: true}] : ['the record'];
	draft.line(`listed = ${list}`);
	say(
		`${handle} ${operator} listed`,
		['the list ', check.present ? 'lacks ' : 'holds ', ...said, ': ', {code: 'listed', most: mostListed}],
		said,
		[{code: 'listed'}],
	);
}

/** The message of a recipe with its values in their places, or the usual one. */
export function messageOf(
	assert: Pick<Assert, 'message' | 'id'>,
	usual: Template,
	values: {expected: Template; actual: Template},
): Template {
	const wanted = assert.message.trim().replace(/^\{case\}: /, '');
	if (wanted === 'expected {expected}, got {actual}') return usual;
	const isUnknown =
		/\{(?:case|field)\}/.test(wanted) || (wanted.includes('{expected}') && values.expected.length === 0);
	const lacksActual = wanted.includes('{actual}') && values.actual.length === 0;
	if (isUnknown || lacksActual || !/\{(?:expected|actual)\}/.test(wanted)) return usual;
	const pieces = wanted.split(/(\{\w+\})/).flatMap((piece): Template => {
		if (piece === '{expected}') return values.expected;
		if (piece === '{actual}') return values.actual;
		if (piece === '{field}') return [assert.id.replace(/^\w+:\$?\.?/, '')];
		return [piece];
	});
	return pieces.length > 0 ? pieces : usual;
}
