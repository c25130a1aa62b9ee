import {fieldSchemas} from './field-forms.ts';
import {bothOf, handleLike, instanceOf, within} from './instance.ts';
import {
	type Assert,
	calledPath,
	type Check,
	type Json,
	type JsonSchema,
	type Recipe,
	type Step,
	type Value,
} from '../recipe.ts';
import {patchedStep} from '../code/cases.ts';
import {stepsOf} from '../code/draft.ts';
import {each, readPointer} from '../code/pointer.ts';
import {firstOf, keyOf, listPlace} from '../code/pages.ts';
import {entryKey} from '../code/access.ts';
import {activeAsserts, handleOf, sentValue} from '../code/references.ts';
import {isRuledOut, ruledOutValue} from '../code/ruled-out.ts';
import {typesOf} from '../code/value-rules.ts';
import {segment} from '../code/request.ts';
import {isReadOn} from '../code/walk.ts';
import {generatedValue} from '../code/generated-value.ts';
import {type Path, path, filled, at, put} from './answer-places.ts';
import {headersRead, placesRead, recordsRead} from './places-read.ts';

/** Where a value of an answer comes from, as it is known while the test runs. */
export type Source =
	| {from: 'value'; value: Json}
	| {from: 'tag'; shape: string}
	/** What the test has sent in a step. */
	| {from: 'sent'; step: string; path: Path}
	| {from: 'answer'; step: string; path: Path}
	| {from: 'variable'; name: string};

/** What is done to the body of an answer before it is given. */
type Change =
	| {do: 'set'; path: Path; source: Source}
	/** Everything of another answer, but for some fields. */
	| {do: 'copy'; path: Path; step: string; other: Path; except: string[]}
	| {do: 'add'; list: Path; key: Path; source: Source}
	| {do: 'clear'; list: Path};

/** How one call of a test is answered in memory. */
export type ScriptedAnswer = {
	status: number;
	headers: Record<string, string>;
	/** A header that names the record: what its last part is. */
	names: {header: string; path: Path} | null;
	/** A header that has to look like this. */
	matching: Array<{header: string; pattern: string}>;
	body: Json;
	isEmpty: boolean;
	changes: Change[];
	/** Text in the place of JSON. */
	text: string | null;
	seconds: number;
	/** What the test has sent as a file comes back as it was. */
	isSentBack: boolean;
	pages: {
		size: string;
		page: string;
		/** What the first page is called. */
		first: number;
		total: Path | null;
		list: Path;
		/** Of an entry: what tells it from another one; empty: all of it. */
		key: Path;
		next: Path | null;
		tooLong: boolean;
	} | null;
};

/** One step of a test: which calls it makes, and the answer to each. */
export type ScriptedStep = {
	id: string;
	/** One per case, else one. */
	calls: Array<{method: string; path: string; field: string | null}>;
	answer: ScriptedAnswer;
	/** It makes its one call as often as it needs: it polls or turns pages. */
	repeats: boolean;
	/** Headers whose last part later steps or captures read. */
	readsHeaders: string[];
};

/** How an address is refused that is not there. */
export const noSuchRoute = 'no such route';

/** Answers in memory that fit a recipe: a test written from it has to pass with them. */
export function fittingScript(recipe: Recipe): ScriptedStep[] {
	const script = stepsOf(recipe).map(
		(step): ScriptedStep => ({
			id: step.id,
			calls: callsOf(recipe, step).map(({call}, place) => ({
				field: fieldOf(step, place),
				method: call.operation.method,
				path: calledPath(call.operation).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
					const value = call.path[name];
					return value?.is === 'literal' ? segment(String(value.value)) : value ? '{}' : whole;
				}),
			})),
			answer: answerOf(recipe, step),
			repeats:
				step.repeat !== null ||
				step.copies !== undefined ||
				activeAsserts(step).some(({check}) => check.type === 'pages'),
			readsHeaders: headersRead(recipe, step),
		}),
	);
	giveBefore(script);
	return script;
}

/** What one answer has to hold and has to have in common with an earlier one stands in the earlier one as well. */
function giveBefore(script: readonly ScriptedStep[]): void {
	const places = new Map(script.map(({id}, place) => [id, place]));
	for (const {answer} of [...script].reverse())
		for (const copy of answer.changes) {
			if (copy.do !== 'copy') continue;
			const place = places.get(copy.step) ?? -1;
			const before = script[place]?.answer.changes ?? [];
			for (const change of answer.changes) {
				if (change.do !== 'set' || !change.path.slice(0, copy.path.length).every((part, at) => part === copy.path[at]))
					continue;
				const {source} = change;
				const below = change.path.slice(copy.path.length);
				const isLater = (source.from === 'sent' || source.from === 'answer') && (places.get(source.step) ?? 0) >= place;
				const path = [...copy.other, ...below];
				const isSet = before.some(one => one.do === 'set' && String(one.path) === String(path));
				if (below.length > 0 && !copy.except.includes(String(below[0])) && !isLater && !isSet)
					before.push({...change, path});
			}
		}
}

/** The step as each of its calls makes it; a walk that looks behind what it has found finds the same page again. */
const callsOf = (recipe: Recipe, step: Step): Step[] =>
	step.cases.length > 0
		? step.cases.map(one => patchedStep({recipe}, step, one))
		: isReadOn(recipe, step)
			? [step, step]
			: [step];

/** The field of the body that a case is about. */
function fieldOf({cases}: Step, place: number): string | null {
	const at = cases[place]?.patch[0]?.at;
	const [field] = at?.in === 'body' ? readPointer(at.pointer) : [];
	return typeof field === 'string' ? field : null;
}

function answerOf(recipe: Recipe, step: Step): ScriptedAnswer {
	const asserts = activeAsserts(step);
	const answer: ScriptedAnswer = {
		status: statusOf(step, asserts),
		headers: {'Content-Type': 'application/json'},
		names: null,
		matching: [],
		body: {},
		isEmpty: false,
		changes: [],
		text: null,
		seconds: 0.001,
		isSentBack: false,
		pages: null,
	};
	const checks = asserts.map(({check}) => check);
	const isCompared = stepsOf(recipe).some(other =>
		activeAsserts(other).some(({check}) => check.type === 'unlike' && check.step === step.id),
	);
	if (isCompared) answer.text = noSuchRoute;
	const shapes = checks.filter(
		(check): check is Extract<Check, {type: 'shape'}> => check.type === 'shape' && !isRuledOut(check.schema),
	);
	const isNamed = ({pointer}: {pointer: string}) => readPointer(pointer).every(part => typeof part === 'string');
	// What several shapes say of one answer has to hold together.
	const told = shapes
		.filter(isNamed)
		.reduce<JsonSchema>((all, {pointer, schema}) => bothOf(all, within(readPointer(pointer), schema)), true);
	if (told !== true) answer.body = instanceOf(told, recipe.seed);
	for (const check of shapes)
		if (!isNamed(check)) {
			const segments = readPointer(check.pointer);
			// What a wider shape has put there already may be all that this one asks for.
			const isThere = at(answer.body, segments);
			if (isFilled(isThere, check.schema)) continue;
			if (segments.length === 0 || !fitsTypes(isThere, check.schema))
				answer.body = put(answer.body, segments, filled(isThere, instanceOf(check.schema, recipe.seed)));
		}
	for (const check of checks)
		if (check.type === 'shape' && isRuledOut(check.schema) && check.schema.not.properties === undefined) {
			const wrong = ruledOutValue(check.schema);
			const segments = readPointer(check.pointer);
			const before = at(answer.body, segments);
			if (before === undefined || before === wrong)
				answer.body = put(answer.body, segments, typeof wrong === 'number' ? wrong + 1 : 'another');
		}
	for (const check of checks)
		if (check.type === 'shape' && isRuledOut(check.schema) && check.schema.not.properties !== undefined) {
			const segments = readPointer(check.pointer);
			if (at(answer.body, segments) === undefined) answer.body = put(answer.body, segments, {});
		}
	const fields = fieldSchemas(recipe);
	// Places that other steps and captures read have to be there, whatever the document says.
	for (const segments of placesRead(recipe, step))
		if (at(answer.body, segments) === undefined)
			answer.body = put(
				answer.body,
				segments,
				handleLike(fields.get(String(segments.at(-1))), `${step.id}-1`, stepsOf(recipe).indexOf(step)),
			);
	for (const segments of recordsRead(recipe, step))
		if (typeof at(answer.body, segments) !== 'object') answer.body = put(answer.body, segments, {});
	sayOutcome(recipe, answer);
	for (const check of checks) if (check.type === 'sameAs') answer.changes.push(copyOf(check));
	for (const check of checks) apply(recipe, step, answer, check);
	// What must not be listed is taken away before what must be is put in.
	const rank = {copy: 0, clear: 1, add: 2, set: 3};
	answer.changes.sort((a, b) => rank[a.do] - rank[b.do]);
	answer.isEmpty = answer.status === 204 || answer.status === 304;
	return answer;
}

/** An API that refuses with 200 says of a success in its body that it is one. */
function sayOutcome({outcome}: Recipe, answer: ScriptedAnswer): void {
	const word = outcome?.success.find(one => one !== null);
	const isObject = typeof answer.body === 'object' && answer.body !== null && !Array.isArray(answer.body);
	if (outcome && word !== undefined && answer.status < 300 && isObject)
		answer.body = put(answer.body, [outcome.field], word);
}

/** Whether a list is there with as many entries as somebody waits for, who says nothing of what they are. */
const isFilled = (value: Json | undefined, schema: JsonSchema): boolean =>
	typeof schema === 'object' &&
	typesOf(schema).join() === 'array' &&
	schema['items'] === undefined &&
	Array.isArray(value) &&
	value.length >= Number(schema['minItems'] ?? 0);

function fitsTypes(value: Json | undefined, schema: JsonSchema): boolean {
	if (value === undefined || typeof schema === 'boolean' || schema['enum'] || schema['const'] !== undefined)
		return false;
	const types = typesOf(schema);
	const own = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
	return (
		own !== 'object' && own !== 'array' && types.some(type => type === own || (type === 'integer' && own === 'number'))
	);
}

/** A status that every check of it accepts, as specific as the recipe is. */
function statusOf(step: Step, asserts: readonly Assert[]): number {
	const wanted = asserts.flatMap(({check}) => (check.type === 'status' ? [check.oneOf] : []));
	const success = step.call.operation.method === 'POST' ? 201 : 200;
	const candidates = wanted.flat().map(status => (status === '2xx' ? success : status === '4xx' ? 400 : status));
	const fits = (status: number) =>
		wanted.every(oneOf => oneOf.some(one => one === status || String(one) === `${Math.floor(status / 100)}xx`));
	return candidates.find(fits) ?? candidates[0] ?? 200;
}

const copyOf = ({pointer, step, other, except}: Extract<Check, {type: 'sameAs'}>): Change => ({
	do: 'copy',
	path: path(pointer),
	step,
	other: path(other),
	except,
});

function apply(recipe: Recipe, step: Step, answer: ScriptedAnswer, check: Check): void {
	switch (check.type) {
		case 'equals': {
			const isOfCase = check.value.is === 'literal' && check.value.value === '{field}';
			const source: Source = isOfCase ? {from: 'tag', shape: '{field}'} : sourceOf(recipe, step, check.value);
			// Of a table of cases what comes back is what the case has sent.
			const own = step.cases.length > 0 ? ownPlace(step, check) : null;
			answer.changes.push({do: 'set', path: path(check.pointer), source: own ?? source});
			return;
		}
		case 'contains': {
			const segments = readPointer(check.list);
			const place = segments.indexOf(each);
			const list = path(place < 0 ? segments : segments.slice(0, place));
			const key = place < 0 ? [entryKey(check.handle)] : path(segments.slice(place + 1));
			answer.changes.push(
				check.present ? {do: 'add', list, key, source: sourceOf(recipe, step, check.handle)} : {do: 'clear', list},
			);
			return;
		}
		case 'every': {
			const list = path(check.list);
			const isThere = at(answer.body, readPointer(check.list));
			if (!Array.isArray(isThere) || isThere.length === 0)
				answer.body = put(answer.body, [...readPointer(check.list), 0], {});
			answer.changes.push({
				do: 'set',
				path: [...list, '*', ...path(check.field)],
				source: sourceOf(recipe, step, check.value),
			});
			return;
		}
		case 'ordered': {
			const {among} = check;
			// What is sorted by its handle comes in the order in which it was made, or the other way round.
			const isByHandle = among !== undefined && String(readPointer(check.by)) === among.field;
			const handles = isByHandle && check.descending ? [...among.handles].reverse() : (among?.handles ?? []);
			const entry = put({}, readPointer(check.by), check.isText || !among ? 'a' : 1);
			answer.body = put(
				answer.body,
				readPointer(check.list),
				(among?.handles ?? [null]).map(() => entry),
			);
			for (const [place, handle] of handles.entries())
				answer.changes.push({
					do: 'set',
					path: [...path(check.list), place, among!.field],
					source: sourceOf(recipe, step, handle),
				});
			return;
		}
		case 'contentType':
			answer.headers['Content-Type'] = check.is;
			return;
		case 'header': {
			const handle = handleOf(step);
			if (check.namesRecord && handle !== null) answer.names = {header: check.name, path: path(handle)};
			else if (check.matches !== null) answer.matching.push({header: check.name, pattern: check.matches});
			else answer.headers[check.name] = /^location$/i.test(check.name) ? '/records/4711' : '"1"';
			return;
		}
		case 'content':
			answer.isSentBack = true;
			return;
		case 'pages':
			answer.pages = {
				size: check.size,
				page: check.page,
				first: firstOf(step, check),
				total: check.total === null ? null : path(check.total),
				list: path(listPlace(step)),
				key: path(keyOf(check)),
				next: check.next === undefined ? null : path(check.next),
				tooLong: false,
			};
			return;
		default:
			return;
	}
}

/** What a value is while the test runs: what was sent is read from the call, because only there it is known. */
function sourceOf(recipe: Recipe, step: Step, value: Value): Source {
	if (value.is === 'step') return {from: 'answer', step: value.step, path: path(value.pointer)};
	if (value.is === 'variable') {
		for (const other of stepsOf(recipe))
			for (const {variable, from} of other.captures) {
				if (variable !== value.name) continue;
				const sent = sentValue(other, from);
				if (sent !== null) return sourceOf(recipe, other, sent);
				if (from.in === 'body') return {from: 'answer', step: other.id, path: path(from.pointer)};
				if (from.in === 'header') return {from: 'answer', step: other.id, path: [`header:${from.pointer}`]};
			}
		return {from: 'variable', name: value.name};
	}
	if (value.is === 'literal') return {from: 'value', value: value.value};
	for (const other of [step, ...stepsOf(recipe)]) {
		const {body} = other.call;
		const found = body && 'value' in body ? findIn(body.value, JSON.stringify(value)) : null;
		if (found) return {from: 'sent', step: other.id, path: found};
	}
	if (value.is === 'unique') return {from: 'tag', shape: value.shape};
	if (value.is === 'generated') return {from: 'value', value: generatedValue(value.schema, value.bound, recipe.seed)};
	return {from: 'value', value: null};
}

/** Where a case sends the value that is expected back: under the same name, where several fields have that value. */
function ownPlace(step: Step, {value, pointer}: Extract<Check, {type: 'equals'}>): Source | null {
	const {body} = step.call;
	const wanted = JSON.stringify(value);
	const name = readPointer(pointer).at(-1);
	const found =
		body && 'value' in body ? (findIn(body.value, wanted, key => key === name) ?? findIn(body.value, wanted)) : null;
	return found && {from: 'sent', step: step.id, path: found};
}

function findIn(
	value: Value,
	wanted: string,
	isMeant = (_: string | number | null): boolean => true,
	at: string | number | null = null,
): Path | null {
	if (JSON.stringify(value) === wanted && isMeant(at)) return [];
	const parts: Array<[string | number, Value]> =
		value.is === 'object' ? Object.entries(value.fields) : value.is === 'array' ? [...value.items.entries()] : [];
	for (const [key, part] of parts) {
		const found = findIn(part, wanted, isMeant, key);
		if (found) return [key, ...found];
	}
	return null;
}
