import type {Assert, Body, Call, Capture, Step, Value, Values} from './recipe.ts';

/** Where an expectation comes from, as people read it. */
export const provenanceMarks = {rule: 'rule', document: 'document', observed: 'learned', user: 'yours'} as const;

/** One expectation as a part of a sentence. */
export function wordsOf({check, id}: Assert): string {
	switch (check.type) {
		case 'status':
			return `answers ${check.oneOf.join(' or ')}`;
		case 'noServerError':
			return 'answers no 5xx';
		case 'noTrace':
			return 'shows no trace';
		case 'noSecret':
			return 'holds no secret';
		case 'contentType':
			return `is ${check.is}`;
		case 'latency':
			return `answers within ${check.ms} ms`;
		case 'header':
			return check.namesRecord
				? `${check.name} names the record`
				: `has ${check.name}${check.matches ? ` like ${check.matches}` : ''}`;
		case 'shape':
			return id === 'handle'
				? 'names the new record'
				: /^(?:if-accepted:)?(?:not-taken:|id-kept)/.test(id)
					? `keeps ${id.replace(/^(?:if-accepted:)?(?:not-taken:)?/, '').replace('id-kept', 'the id')} out`
					: 'has the documented fields and types';
		case 'equals':
			return `${check.pointer.slice(2) || 'the answer'} is the one that was asked for`;
		case 'sameAs':
			return check.except.length > 0
				? `is the same record as before, but for ${check.except.slice(0, 6).join(', ')}`
				: 'is the same record as before';
		case 'contains':
			return check.present ? 'the list holds the record' : 'the list lacks the record';
		case 'unlike':
			return 'is not refused like an address that is not there';
		case 'content':
			return 'comes back byte by byte';
		case 'every':
			return `every ${check.field} fits`;
		case 'ordered':
			return `is sorted by ${check.by}`;
		case 'pages':
			return 'two pages of one are one page of two, never more than asked for, empty past the end';
	}
}

/** A value in words: itself, or where it comes from. */
export function valueWords(value: Value): string {
	switch (value.is) {
		case 'literal':
			return JSON.stringify(value.value);
		case 'unique':
			return JSON.stringify(value.shape);
		case 'generated':
			return value.bound === undefined ? 'a value that fits' : `a value ${boundWords[value.bound]}`;
		case 'env':
			return `VAR_${value.key}`;
		case 'variable':
			return value.name;
		case 'step':
			return `${value.prefix ?? ''}${value.pointer} of ${value.step}`;
		case 'now':
			return value.offsetSeconds === 0
				? 'now'
				: `now ${value.offsetSeconds > 0 ? '+' : '-'} ${durationWords(value.offsetSeconds)}`;
		case 'object':
			return `{${pairs(value.fields).join(', ')}}`;
		case 'array':
			return `[${value.items.map(valueWords).join(', ')}]`;
		case 'file':
			return `a ${value.generator} file`;
	}
}

const boundWords = {
	min: 'at its lower bound',
	max: 'at its upper bound',
	below: 'below its bound',
	above: 'above its bound',
};

function durationWords(seconds: number): string {
	const days = Math.abs(seconds) / 86_400;
	if (days >= 1) return `${Math.round(days)} day${Math.round(days) === 1 ? '' : 's'}`;
	return `${Math.abs(seconds)} s`;
}

const pairs = (values: Values): string[] =>
	Object.entries(values).map(([name, value]) => `${name}: ${valueWords(value)}`);

function bodyWords(body: Body): string {
	if ('raw' in body) return `${body.contentType} as it stands: ${body.raw}`;
	if ('parts' in body) return body.parts.map(({name, value}) => `${name}: ${valueWords(value)}`).join(', ');
	return valueWords(body.value);
}

const authWords = (auth: Call['auth']): string | null => {
	if (auth === 'project') return null;
	if (auth === 'none') return 'without a credential';
	return auth === 'wrong' ? 'with a wrong credential' : `with the credential ${auth.set}`;
};

/** What a call sends, one sentence part a line. */
export function callWords({path, query, headers, body, auth}: Call): string[] {
	const withValues = (word: string, values: Values) => {
		const said = pairs(values);
		return said.length === 0 ? [] : [`${word} ${said.join(', ')}`];
	};
	return [
		...withValues('for', path),
		...withValues('asks', query),
		...withValues('with headers', headers),
		...(body === null ? [] : [`sends ${bodyWords(body)}`]),
		...[authWords(auth) ?? []].flat(),
	];
}

export const captureWords = ({variable, from, isHandle, deletedBy}: Capture): string =>
	`${variable} from ${from.in === 'body' ? from.pointer : `${from.in} ${from.pointer}`}${isHandle && deletedBy ? `, deleted by ${deletedBy.method} ${deletedBy.path}` : ''}`;

/** Waits and repetitions of a step. */
export const paceWords = ({waitBeforeMs, repeat}: Step): string[] => [
	...(waitBeforeMs > 0 ? [`waits ${waitBeforeMs} ms first`] : []),
	...(repeat ? [`again every ${repeat.everyMs} ms, at most ${Math.round(repeat.atMostMs / 1000)} s`] : []),
];

const isEcho = ({id}: Assert): boolean => /^(?:echo|stored|if-accepted):/.test(id);

/** An expectation in words with its mark; `strength: 'learned'` of one that is still on probation is said. */
export type SaidExpectation = {mark: string; text: string};

/** What a step expects: each expectation with its mark, what is compared field by field in one line. */
export function expectationWords(step: Pick<Step, 'asserts' | 'role'>): SaidExpectation[] {
	const active = step.asserts.filter(({state}) => state !== 'dropped');
	const echoes = active.filter(isEcho);
	const said = active
		.filter(one => !isEcho(one))
		.map(one => ({
			mark: provenanceMarks[one.provenance.from],
			text: `${wordsOf(one)}${one.state === 'probation' ? ' (on probation)' : ''}`,
		}));
	for (const mark of new Set(echoes.map(one => provenanceMarks[one.provenance.from]))) {
		const names = echoes
			.filter(one => provenanceMarks[one.provenance.from] === mark)
			.map(({id}) => id.slice(id.lastIndexOf('.') + 1));
		const verb = step.role === 'act' ? 'comes back as sent' : 'is stored as sent';
		said.push({
			mark,
			text: `${names.join(', ')} ${names.length > 1 ? verb.replace('comes', 'come').replace('is ', 'are ') : verb}`,
		});
	}
	return said;
}
