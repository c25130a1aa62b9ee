import {shapeDifferences} from '../../inference/shape-differences.ts';
import {type DeletionMark, wordsOfForm, wordsOfMark} from '../../domain/echo-form.ts';
import type {Noted, NotedLine} from '../../store/plans/learning-tables.ts';
import type {Mark} from '../code/draft.ts';
import {readPointer} from '../code/pointer.ts';
import {isJsonType} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import {isRuledOut} from '../code/ruled-out.ts';
import type {Assert, Recipe, Step} from '../recipe.ts';
import {alignCalls} from './aligned-calls.ts';
import {keptStep} from '../templates/unchanged.ts';
import {mayRefuse} from './lenient-lines.ts';
import {jsonOf, type ObservedCall} from './observe.ts';

/** The kind of finding that an expectation becomes when the API does not keep it. */
export function kindOf({id, check}: Assert): Noted['kind'] {
	if (check.type === 'status' && id === 'gone') return 'status';
	if (check.type === 'status')
		return check.oneOf.every(one => String(one).startsWith('4')) ? 'input_accepted' : 'status';
	if (check.type === 'contentType') return 'content_type';
	return check.type === 'header' ? 'header_missing' : 'shape';
}

/** What a run has noted, as expectations of its recipe that the API did not keep. */
export function notedIn(
	recipe: Recipe,
	marks: ReadonlyMap<number, Mark>,
	lines: readonly NotedLine[],
	calls: readonly ObservedCall[],
): Noted[] {
	const steps = new Map([...recipe.steps, ...recipe.teardown].map(step => [step.id, step]));
	const aligned = alignCalls(recipe, calls);
	const found = lines.flatMap(line => {
		const mark = [line.line, ...line.lines].map(one => marks.get(one)).find(one => one && one.step !== '');
		const step = mark && steps.get(mark.step);
		const asserts = step ? mark!.asserts.flatMap(id => step.asserts.find(one => one.id === id) ?? []) : [];
		const [assert] = asserts;
		const call = calls.find(({seq}) => seq === line.call);
		if (!step || !assert || !call) return [];
		const place = aligned.get(step.id)?.findIndex(({seq}) => seq === line.call) ?? -1;
		const name = step.cases[place]?.name ?? null;
		if (line.forms) return formsOf(step, asserts, call, {forms: line.forms, name});
		if (line.mark) return [markedAs(step, assert, call, line.mark)];
		// What else the line says does not hold either: it is learned with the first of them, and nobody has to look at both.
		const others = asserts.slice(1).filter(({check}) => check.type === 'shape' && assert.check.type === 'shape');
		return [
			...differencesOf(step, assert, call, {field: line.field, name}),
			...others
				.flatMap(other => differencesOf(step, other, call, {field: line.field, name}))
				.map((one): Noted => ({...one, isOpen: true})),
		];
	});
	// A case that is answered with another status is answered with that one's body.
	const answeredOtherwise = new Set(
		found.flatMap(({kind, case: name, call}) => (kind === 'status' && name ? call : [])),
	);
	// What the document only does not forbid may be refused, and what a server works out may follow a change: that is
	// learned, and nobody has to look at it.
	// A body that names its status names another one then.
	const otherwise = new Set(found.flatMap(({kind, call}) => (kind === 'status' ? call : [])));
	const accepts = found.some(({kind}) => kind === 'input_accepted');
	const isQuiet = ({step, kind, call, form, difference}: Noted) =>
		followsFrom(accepts, step) ||
		(kind === 'shape' && otherwise.has(call) && /^\$\.status_?(?:code)? /i.test(difference)) ||
		(kind === 'shape' && answeredOtherwise.has(call)) ||
		(kind === 'status' && mayRefuse(recipe)) ||
		form === 'follows';
	const noted = found.map((one): Noted => (isQuiet(one) ? {...one, isOpen: true} : one));
	return [
		...new Map(noted.map(one => [JSON.stringify([one.step, one.assert, one.difference, one.case]), one])).values(),
	];
}

/** Whether what a step shows is no difference of its own: a request that was to be refused has changed its record. */
export const followsFrom = (accepts: boolean, step: string): boolean => accepts && step === keptStep;

/** Fields that came back in another form than they were sent, or not at all. */
function formsOf(
	step: Step,
	asserts: readonly Assert[],
	call: ObservedCall,
	{forms, name}: {forms: NonNullable<NotedLine['forms']>; name: string | null},
): Noted[] {
	return Object.entries(forms).flatMap(([field, form]): Noted[] => {
		const isOfField = ({check}: Assert) => check.type === 'equals' && readPointer(check.pointer).at(-1) === field;
		const assert = asserts.find(isOfField) ?? asserts.find(({check}) => check.type === 'sameAs');
		if (!assert) return [];
		const {check} = assert;
		const pointer = check.type === 'sameAs' ? below(check.pointer, field) : (check as {pointer: string}).pointer;
		const said = `${pointer} ${wordsOfForm(form)}`;
		const difference = name === null ? said : `${said}: ${name}`;
		const base = {step: step.id, assert: assert.id, kind: 'shape' as const, call: call.seq, case: name};
		return [{...base, difference, document: 'what was sent', observed: wordsOfForm(form), form, field}];
	});
}

/** A record that is still there after its DELETE, and says that it is deleted. */
function markedAs(step: Step, assert: Assert, call: ObservedCall, mark: DeletionMark): Noted {
	const isRead = assert.check.type === 'status';
	const where = isRead ? 'can still be read' : 'is still listed';
	return {
		step: step.id,
		assert: assert.id,
		kind: kindOf(assert),
		difference: `${where} after its DELETE: ${wordsOfMark(mark)}`,
		document: isRead ? '403, 404 or 410' : null,
		observed: String(call.status),
		case: null,
		call: call.seq,
		mark,
	};
}

function differencesOf(
	step: Step,
	assert: Assert,
	call: ObservedCall,
	{field, name}: {field: string; name: string | null},
): Noted[] {
	const {check} = assert;
	const base = {step: step.id, assert: assert.id, case: name, call: call.seq};
	if (check.type === 'status') {
		const documented = check.oneOf.join(' or ');
		if (kindOf(assert) === 'input_accepted' && call.status !== null && call.status < 300) {
			const difference = `accepts ${name ?? `what is to be refused: ${step.title}`}`;
			return [{...base, kind: 'input_accepted', difference, document: documented, observed: String(call.status)}];
		}
		const difference = `${documented} documented, ${call.status} answered`;
		// Where the document is silent, any refusal is as good as another: it is learned, and nobody has to look at it.
		const isOpen = assert.strength === 'learned' ? {isOpen: true as const} : {};
		return [{...base, ...isOpen, kind: 'status', difference, document: documented, observed: String(call.status)}];
	}
	if (check.type === 'contentType') {
		const type = contentTypeOf(call);
		const difference = `${check.is} documented, ${type} answered`;
		return [{...base, kind: 'content_type', difference, document: check.is, observed: type}];
	}
	if (check.type === 'header')
		return [
			{
				...base,
				kind: 'header_missing',
				difference: `no ${check.name}`,
				document: check.name,
				observed: 'no such header',
			},
		];
	const body = jsonOf(call);
	const type = contentTypeOf(call);
	if (check.type === 'shape' && body === undefined && type !== 'none' && !isJsonType(type)) {
		const difference = `JSON documented, ${type} answered`;
		return [{...base, kind: 'content_type', difference, document: 'application/json', observed: type}];
	}
	// Of an answer that was cut nothing is known but that a line did not hold.
	const differences =
		check.type === 'shape' && body !== undefined
			? shapeDifferences(check.schema, valueAt(body, check.pointer), check.pointer)
			: [];
	const outside = ruledOutWords(assert) ?? `${field === '' ? 'the answer' : `$.${field}`} does not fit the document`;
	// A field that only appears is no reason to be red; it stays what it is.
	const known = differences.filter(one => !one.endsWith('is not documented'));
	return (known.length > 0 ? known : [differences[0] ?? outside]).map(difference => ({
		...base,
		kind: 'shape' as const,
		difference,
		document: null,
		observed: difference,
	}));
}

/** What an expectation says itself of the value that it rules out: `the caller’s own id was taken over`; null: nothing. */
function ruledOutWords({check, message}: Assert): string | null {
	if (check.type !== 'shape' || !isRuledOut(check.schema)) return null;
	const words = message.replace(/\s?\{(?:actual|expected)\}/g, '').trim();
	return words === '' || /^expected\b|[{}]/.test(words) ? null : words;
}

const contentTypeOf = ({responseHeaders}: ObservedCall): string =>
	Object.entries(responseHeaders ?? {})
		.find(([header]) => header.toLowerCase() === 'content-type')?.[1]
		.split(';', 1)[0]
		?.trim() || 'none';

function valueAt(body: unknown, pointer: string): unknown {
	let value = body;
	for (const part of readPointer(pointer)) {
		if (typeof value !== 'object' || value === null) return undefined;
		value = (value as Record<string, unknown>)[String(part)];
	}
	return value;
}
