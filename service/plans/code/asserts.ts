import type {Assert, Check, Json, JsonSchema, Step, Value} from '../recipe.ts';
import {answerOf, nameOfPlace, read, readAnswer} from './access.ts';
import {type Answer, type Draft, keyOf} from './draft.ts';
import {fitsBraces, flat, literal, type Template, text} from './expression.ts';
import {each, pointerText, readPointer} from './pointer.ts';
import {activeAsserts, handleOf} from './references.ts';
import {isRuledOut, writeRuledOut} from './ruled-out.ts';
import {loopName, writeShape} from './shape.ts';
import {writeAssert, writeOrigin} from './statement.ts';
import {isOnly, statusCondition, statusWords} from './status.ts';
import {renderValue} from './value.ts';

export type AssertOptions = {
	/** Stands in front of every message: the step of a chain, the case of a table. */
	prefix: Template;
	/** A helper has checked the status. */
	statusIsChecked?: boolean;
	/** A variable that holds "got 500: …" already. */
	got?: string | null;
};

const secretPattern =
	'r\'"(\\w*(?:password|passwd|secret|private_?key|api_?key|password_?hash))"\\s*:\\s*"[^"*]\', re.I';
const tracePattern = 'r"Traceback \\(most recent|^\\s+at \\S+ ?\\(.+:\\d+|SQLSTATE|syntax error at or near", re.M';

/** Writes every check of a step on its answer. */
export function writeAsserts(draft: Draft, step: Step, answer: Answer, options: AssertOptions): void {
	// A setup only has to work: what else its answer must keep is checked where it is the subject.
	const asserts = activeAsserts(step).filter(
		({check}) => step.role !== 'setup' || (check.type !== 'noSecret' && check.type !== 'noTrace'),
	);
	const {group: echoes, source} = echoGroup(draft, step, answer, asserts);
	const change = changeGroup(draft, step, answer, asserts);
	const ordered = [...asserts].sort((a, b) => Number(b.check.type === 'status') - Number(a.check.type === 'status'));
	for (const assert of ordered) {
		if (change?.own.includes(assert)) {
			draft.subject = {step: step.id, asserts: change.own.map(({id}) => id)};
			if (assert === change.own[0]) writeChange(draft, answer, change, options);
			continue;
		}
		if (echoes.includes(assert)) {
			draft.subject = {step: step.id, asserts: echoes.map(({id}) => id)};
			if (assert === echoes[0]) writeEchoes(draft, source, answer, echoes, options);
			continue;
		}
		draft.subject = {step: step.id, asserts: [assert.id]};
		writeOne(draft, step, answer, assert, {...options, echoed: echoes});
	}
	draft.subject = null;
}

/** `got 500: …`, what every message about a status ends with. */
export const gotText = (response: string): Template => [
	'got ',
	{code: `${response}.status_code`},
	': ',
	{code: `${response}.text[:200]`},
];

function writeOne(
	draft: Draft,
	step: Step,
	answer: Answer,
	assert: Assert,
	options: AssertOptions & {echoed: readonly Assert[]},
): void {
	const {check} = assert;
	const {response} = answer;
	const prefix = [...options.prefix, ...learnedFrom(assert)];
	const say = (condition: string, usual: Template, expected: Template = [], actual: Template = []) => {
		writeOrigin(draft, assert);
		writeAssert(draft, condition, [...prefix, ...messageOf(assert, usual, {expected, actual})]);
	};
	switch (check.type) {
		case 'status': {
			if (options.statusIsChecked || response === null) return;
			const got: Template = options.got ? [{code: options.got}] : gotText(response);
			say(
				statusCondition(response, check.oneOf),
				['expected ', statusWords(check.oneOf), ', ', ...got],
				[statusWords(check.oneOf)],
				[{code: `${response}.status_code`}, ': ', {code: `${response}.text[:200]`}],
			);
			return;
		}
		case 'noServerError':
			// A check of the status says the same and more.
			if (response === null || isOnly(step, 1, 2, 3, 4)) return;
			say(`${response}.status_code < 500`, [
				'the server broke: ',
				...(options.got ? [{code: options.got}] : gotText(response)),
			]);
			return;
		case 'noTrace':
			// Only an answer that is no success can show the inside of a server.
			if (response === null || isOnly(step, 1, 2, 3)) return;
			draft.imports.add('import re');
			draft.constant('TRACE', `re.compile(${tracePattern})`);
			say(`not TRACE.search(${response}.text)`, [
				'the answer shows the inside of the server: ',
				{code: `${response}.text[:200]`},
			]);
			return;
		case 'noSecret':
			writeNoSecret(draft, step, response, check.allowed, say);
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
		case 'shape':
			if (isSaid(step, check)) return;
			if (isRuledOut(check.schema)) {
				writeRuledOut(readAnswer(answer, check.pointer), check.schema, say);
				return;
			}
			writeOrigin(draft, assert);
			writeShape(draft, readAnswer(answer, check.pointer), withoutEchoes(draft, check.schema, options.echoed), {
				closed: check.closed,
				prefix,
			});
			return;
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
			const field = read('item', readPointer(check.field));
			const wanted = flat(renderValue(draft, check.value));
			const sign = check.op === '=' ? '==' : check.op;
			const off = `[item for item in ${list} if not ${field} ${sign} ${wanted}]`;
			draft.line(`others = ${off}`);
			const said: Template =
				check.value.is === 'literal'
					? [literalText(check.value.value)]
					: fitsBraces(wanted)
						? [{code: wanted, repr: true}]
						: ['asked for'];
			say(
				'not others',
				[
					`expected only entries with ${pointerText(readPointer(check.field))} ${check.op} `,
					...said,
					', got ',
					{code: 'others'},
				],
				said,
				[{code: 'others'}],
			);
			return;
		}
		case 'ordered': {
			const list = readAnswer(answer, check.list);
			const item = read('item', readPointer(check.by));
			const key = check.isText ? `str(${item}).casefold()` : item;
			draft.line(`keys = [${key} for item in ${list} if ${item} is not None]`);
			const order = check.descending ? 'sorted(keys, reverse=True)' : 'sorted(keys)';
			say(
				`keys == ${order}`,
				[`the entries are not in the order of ${check.by}: `, {code: 'keys'}],
				[check.by],
				[{code: 'keys'}],
			);
			return;
		}
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

/** A red test says which run had shown what it expects. */
const learnedFrom = ({provenance: {from, runId, since}}: Assert): Template =>
	from === 'observed' && since === 'learned' && runId !== null ? [`learned from ${runId}: `] : [];

/** Whether another shape of the step says that a field is there and what it is. */
function isSaid(step: Step, {pointer, schema}: Extract<Check, {type: 'shape'}>): boolean {
	if (typeof schema === 'boolean' || schema['properties'] !== undefined || schema['items'] !== undefined) return false;
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

type Say = (condition: string, usual: Template, expected?: Template, actual?: Template) => void;

function writeNoSecret(draft: Draft, step: Step, response: string | null, allowed: string[], say: Say): void {
	if (response === null || (step.call.operation.method === 'DELETE' && isOnly(step, 2))) return;
	draft.imports.add('import re');
	draft.constant('SECRET', `re.compile(${secretPattern})`);
	const found = `SECRET.findall(${response}.text)`;
	const leaked = allowed.length === 0 ? found : `set(${found}) - {${allowed.map(text).join(', ')}}`;
	say(`not ${allowed.length === 0 ? leaked : `(${leaked})`}`, ['the answer shows secrets: ', {code: found}]);
}

function writeHeader(
	draft: Draft,
	step: Step,
	answer: Answer,
	check: Extract<Check, {type: 'header'}>,
	say: Say,
): void {
	const {response} = answer;
	if (response === null) return;
	const headers = `${response}.headers`;
	const handle = handleOf(step);
	if (check.namesRecord && handle !== null) {
		const name = check.name.toLowerCase() === 'location' ? 'location' : 'link';
		const value = readAnswer(answer, handle);
		draft.line(`${name} = ${headers}.get(${text(check.name)}, "")`);
		say(`${name}.endswith(f"/{${value.replaceAll('"', "'")}}")`, [
			`${check.name} `,
			{code: name, repr: true},
			' does not name ',
			{code: value},
		]);
		return;
	}
	if (check.matches === null) {
		say(
			`${text(check.name)} in ${headers}`,
			[`expected a header ${check.name}, got `, {code: `sorted(${headers})`}],
			[check.name],
			[{code: `sorted(${headers})`}],
		);
		return;
	}
	draft.imports.add('import re');
	const actual = `${headers}.get(${text(check.name)}, "")`;
	say(
		`re.search(${text(check.matches)}, ${actual})`,
		[`expected ${check.name} like ${check.matches}, got `, {code: actual, repr: true}],
		[check.matches],
		[{code: actual, repr: true}],
	);
}

/** How two values are compared, as Python around each side. */
const sides: Record<Extract<Check, {type: 'equals'}>['as'], (code: string) => string> = {
	exact: code => code,
	// What is sent has no blanks around it, so that trimming changes nothing.
	trimmed: code => code,
	caseless: code => `${code}.casefold()`,
	number: code => `str(${code})`,
	instant: code => `moment(${code})`,
	set: code => `sorted(${code}, key=str)`,
};

function writeEquals(
	draft: Draft,
	step: Step,
	answer: Answer,
	{pointer, value, as}: Extract<Check, {type: 'equals'}>,
	say: Say,
): void {
	const actual = readAnswer(answer, pointer);
	const place = nameOfPlace(answer, pointer);
	const sent = sentPlace(draft, step, value, pointer);
	const isOfCase = value.is === 'literal' && value.value === '{field}' && step.cases.length > 0;
	const expected = isOfCase ? 'field' : (sent ?? flat(renderValue(draft, value)));
	if (as === 'instant') {
		draft.moments.add('datetime');
		draft.helpers.set('moment', [
			'def moment(text):',
			'    return datetime.fromisoformat(text.replace("Z", "+00:00"))',
		]);
	}
	const isPlainNumber = as === 'number' && value.is === 'literal' && typeof value.value === 'number';
	const side = isPlainNumber ? sides.exact : sides[as];
	const shown: Template = fitsBraces(actual) ? [{code: actual, repr: true}] : ['another value'];
	const told: Template =
		value.is === 'literal' && !isOfCase && (sent === null || step.cases.length === 0)
			? [literalText(value.value)]
			: fitsBraces(expected)
				? [{code: expected, repr: true}]
				: ['what was sent'];
	const usual: Template =
		sent === null
			? [`${place}: expected `, ...told, ', got ', ...shown]
			: [`sent ${place} `, {code: expected, repr: true}, ', got back ', ...shown];
	const isObject =
		value.is === 'object' ||
		(value.is === 'literal' && typeof value.value === 'object' && value.value !== null && !Array.isArray(value.value));
	if (isObject && as === 'exact') {
		// The answer may hold more than was sent.
		say(`${expected}.items() <= ${actual}.items()`, usual, told, shown);
		return;
	}
	const isSingleton = value.is === 'literal' && (value.value === null || typeof value.value === 'boolean');
	say(isSingleton ? `${actual} is ${expected}` : `${side(actual)} == ${side(expected)}`, usual, told, shown);
}

/** A value in a message: in single quotes, because the message itself stands in double ones. */
const literalText = (value: Json): string =>
	(typeof value === 'string' ? `'${value}'` : flat(literal(value))).slice(0, 60);

/** An expression for the value in what this step or an earlier one has sent; null when it is not there. */
function sentPlace(draft: Draft, step: Step, value: Value, pointer: string): string | null {
	if (value.is === 'variable' || value.is === 'step' || value.is === 'env' || draft.locals.has(keyOf(value)))
		return null;
	const field = readPointer(pointer).at(-1);
	if (typeof field !== 'string') return null;
	const own = draft.answers.get(step.id)?.sent;
	const earlier = draft.recipe.steps.filter(({id}) => draft.answers.has(id)).reverse();
	for (const other of [step, ...earlier]) {
		const sent = other === step ? own : draft.answers.get(other.id)?.sent;
		const fields = fieldsSent(other);
		if (sent && fields?.[field] !== undefined && keyOf(fields[field]) === keyOf(value))
			return `${sent}[${text(field)}]`;
	}
	return null;
}

/** The fields of the JSON object that a step sends. */
export function fieldsSent({call: {body}}: Step): {[field: string]: Value} | null {
	if (!body || !('value' in body)) return null;
	const {value} = body;
	if (value.is === 'object') return value.fields;
	if (value.is !== 'literal' || typeof value.value !== 'object' || value.value === null || Array.isArray(value.value))
		return null;
	return Object.fromEntries(
		Object.entries(value.value).map(([key, item]) => [key, {is: 'literal', value: item} as const]),
	);
}

type Change = {own: Assert[]; source: Step; before: Answer; other: string};

/** What was changed has its new value, and all else its old one: said as one when it is about the same fields. */
function changeGroup(draft: Draft, step: Step, answer: Answer, asserts: readonly Assert[]): Change | null {
	const same = asserts.find(({check}) => check.type === 'sameAs' && check.except.length > 0);
	if (same?.check.type !== 'sameAs' || step.role !== 'verify') return null;
	const {except, other} = same.check;
	const source = draft.recipe.steps.filter(({id}) => draft.answers.get(id)?.sent).at(-1);
	const fields = source ? fieldsSent(source) : null;
	const before = draft.answers.get(same.check.step);
	if (!source || !fields || !before || source.id === same.check.step) return null;
	const names = Object.keys(fields);
	if (names.length !== except.length || !names.every(name => except.includes(name))) return null;
	const equal = asserts.filter(({check, provenance}) => {
		if (check.type !== 'equals' || !['exact', 'trimmed', 'number'].includes(check.as) || provenance.from === 'user')
			return false;
		const segments = readPointer(check.pointer);
		const field = String(segments.at(-1));
		return (
			segments.length === answer.root.length + 1 &&
			fields[field] !== undefined &&
			keyOf(fields[field]) === keyOf(check.value)
		);
	});
	return equal.length === names.length ? {own: [...equal, same], source, before, other} : null;
}

function writeChange(draft: Draft, answer: Answer, {source, before, other}: Change, {prefix}: AssertOptions): void {
	const earlier = readAnswer(before, other);
	draft.line(`expected = {**${earlier}, **${draft.answers.get(source.id)!.sent}}`);
	writeAssert(draft, `expected.items() <= ${answer.body}.items()`, [
		...prefix,
		'expected ',
		{code: 'expected'},
		', got ',
		{code: answer.body},
	]);
}

type Echoes = {group: Assert[]; source: Step};

/** Checks that fields came back as they were sent and that one loop can say together: of what was sent last. */
function echoGroup(draft: Draft, step: Step, answer: Answer, asserts: readonly Assert[]): Echoes {
	const earlier = draft.recipe.steps.filter(({id}) => draft.answers.get(id)?.sent).reverse();
	const sources = fieldsSent(step) !== null && answer.sent !== null ? [step] : earlier;
	for (const source of sources) {
		const fields = fieldsSent(source) ?? {};
		const group = asserts.filter(({check, provenance}) => {
			if (
				check.type !== 'equals' ||
				!['exact', 'trimmed', 'number'].includes(check.as) ||
				!['rule', 'document'].includes(provenance.from)
			)
				return false;
			const segments = readPointer(check.pointer);
			const field = segments.at(-1);
			const isTop = segments.length === answer.root.length + 1 && typeof field === 'string';
			return (
				isTop && fields[field] !== undefined && isScalar(check.value) && keyOf(fields[field]) === keyOf(check.value)
			);
		});
		if (group.length >= 2) return {group, source};
	}
	return {group: [], source: step};
}

const isScalar = (value: Value): boolean =>
	value.is !== 'object' &&
	(value.is !== 'literal' || typeof value.value !== 'object' || value.value === null || Array.isArray(value.value));

function writeEchoes(
	draft: Draft,
	source: Step,
	answer: Answer,
	group: readonly Assert[],
	{prefix}: AssertOptions,
): void {
	const sent = draft.answers.get(source.id)!.sent!;
	const names = group.map(({check}) => String(readPointer((check as Extract<Check, {type: 'equals'}>).pointer).at(-1)));
	const all = Object.keys(fieldsSent(source)!);
	const isAll = names.length === all.length;
	const key = loopName(prefix);
	const head = isAll ? `for ${key}, value in ${sent}.items():` : `for ${key} in (${names.map(text).join(', ')}):`;
	const value = isAll ? 'value' : `${sent}[${key}]`;
	const message: Template = [
		'sent ',
		{code: key},
		' ',
		{code: value, repr: true},
		', got back ',
		{code: `${answer.body}[${key}]`, repr: true},
	];
	draft.block(head, () => writeAssert(draft, `${answer.body}[${key}] == ${value}`, [...prefix, ...message]));
}

function writeSame(draft: Draft, answer: Answer, check: Extract<Check, {type: 'sameAs'}>, say: Say): void {
	const now = readAnswer(answer, check.pointer);
	const other = answerOf(draft, check.step);
	const before = readAnswer(other, check.other);
	const place = check.pointer === '$' ? '' : `${nameOfPlace(answer, check.pointer)} was `;
	if (check.except.length === 0) {
		say(
			`${now} == ${before}`,
			[place || 'was ', {code: before}, ', is ', {code: now}],
			[{code: before}],
			[{code: now}],
		);
		return;
	}
	// What was changed is left out by the name of the change where the two are the same.
	const changed = draft.recipe.steps.filter(({id}) => draft.answers.get(id)?.sent).at(-1);
	const names = changed ? Object.keys(fieldsSent(changed) ?? {}) : [];
	const isChange = names.length === check.except.length && names.every(name => check.except.includes(name));
	const except = isChange
		? `field not in ${draft.answers.get(changed!.id)!.sent}`
		: check.except.length === 1
			? `field != ${text(check.except[0]!)}`
			: `field not in (${check.except.map(text).join(', ')})`;
	draft.put('kept = ', {
		open: '{',
		items: [{prefix: '', value: `field: value for field, value in ${before}.items() if ${except}`}],
		close: '}',
	});
	say(
		`kept.items() <= ${now}.items()`,
		['was ', {code: 'kept'}, ', is ', {code: now}],
		[{code: 'kept'}],
		[{code: now}],
	);
}

function writeContains(draft: Draft, answer: Answer, check: Extract<Check, {type: 'contains'}>, say: Say): void {
	const segments = readPointer(check.list);
	const handle = flat(renderValue(draft, check.handle));
	const key = check.handle.is === 'step' ? readPointer(check.handle.pointer).at(-1) : undefined;
	const list = segments.includes(each)
		? readAnswer(answer, check.list)
		: `[item[${text(typeof key === 'string' ? key : 'id')}] for item in ${readAnswer(answer, check.list)}]`;
	const operator = check.present ? 'in' : 'not in';
	const said: Template = fitsBraces(handle) ? [{code: handle, repr: true}] : ['the record'];
	draft.line(`listed = ${list}`);
	say(
		`${handle} ${operator} listed`,
		['the list ', check.present ? 'lacks ' : 'still has ', ...said, ': ', {code: 'listed'}],
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
